/** Heights from 0 to 1 of an equity curve that starts at 1000. */
export const curvePoints = (equity: readonly { readonly value: string }[]): readonly number[] => {
  const values = [1000, ...equity.map(({ value }) => Number.parseFloat(value))]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return high === low ? values.map(() => 0.5) : values.map((value) => (value - low) / (high - low))
}
