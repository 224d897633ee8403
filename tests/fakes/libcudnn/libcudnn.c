/* A libcudnn.so.9 that says its version and no more. SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

size_t cudnnGetVersion(void);
size_t cudnnGetVersion(void) {
    return FAKE_CUDNN_VERSION;
}
