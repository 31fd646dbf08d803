import Glibc

// The three functions that the formulas need, in one place so that no other file imports the C
// library for them.

@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }
@inline(__always) func logarithm(_ x: Double) -> Double { log(x) }
@inline(__always) func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
