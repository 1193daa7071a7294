// Linear algebra of the consumer's own.
#pragma once

/// Solves a system of equations, sums and multiplies by Eigen, with vectors, and compares with
/// plain loops. Throws std::runtime_error where they differ. `size`: of the matrices.
void use_own_eigen(int size);
