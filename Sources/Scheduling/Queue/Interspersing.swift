/// Two lists as one, each in its order, the shorter spread evenly through the longer.
///
/// Anki's rule: the next of `second` comes as soon as its share of the way is below that of the
/// next of `first`.
func interspersed<Element>(_ first: [Element], _ second: [Element]) -> [Element] {
  var result: [Element] = []
  result.reserveCapacity(first.count + second.count)
  // Single precision, so that ties fall as they do there.
  let ratio = Float(first.count + 1) / Float(second.count + 1)
  var (one, two) = (0, 0)
  while one < first.count, two < second.count {
    if Float(two + 1) * ratio < Float(one + 1) {
      result.append(second[two])
      two += 1
    } else {
      result.append(first[one])
      one += 1
    }
  }
  result += first[one...]
  result += second[two...]
  return result
}
