/* Stands for libtorch_cpu.so. SPDX-License-Identifier: Apache-2.0 */
int fake_torch(void);
int fake_torch(void) {
    return 1;
}
