/**
 * The value a form suggests: the first candidate that the rule of the form accepts, or null. A form suggests nothing but
 * what this returns, so that no suggestion is refused by the rule that judges it.
 *
 * @example firstThatPasses([12, 50], (amount) => amount >= 50) // 50
 */
export const firstThatPasses = <Value,>(
  candidates: readonly Value[],
  passes: (candidate: Value) => boolean,
): Value | null => candidates.find(passes) ?? null
