/**
 * First candidate that the rule of a form accepts, or null. Forms suggest only values from this function,
 * so that no suggestion is rejected by the rule that validates it.
 *
 * @example firstThatPasses([12, 50], (amount) => amount >= 50) // 50
 */
export const firstThatPasses = <Value,>(
  candidates: readonly Value[],
  passes: (candidate: Value) => boolean,
): Value | null => candidates.find(passes) ?? null
