/* The library that is taken away. SPDX-License-Identifier: Apache-2.0 */
int from_a_library_that_is_gone(void);
int from_a_library_that_is_gone(void) { return 1; }
