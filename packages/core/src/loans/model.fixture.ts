import type { Usdt } from '../money/units.ts'

/** A second way to settle a loan, which shares no function with the rules: it tries every order as the next one. */
export const modelSettlement = (
  orders: readonly { readonly id: number; readonly value: Usdt }[],
  owed: bigint,
): { readonly ids: readonly number[]; readonly surplus: bigint; readonly left: bigint } => {
  const ids: number[] = []
  let rest = owed
  const open = new Map(orders.map(({ id, value }) => [id, value as bigint]))
  while (rest > 0n && open.size > 0) {
    let best: readonly [number, bigint] | null = null
    for (const [id, value] of open) {
      if (best === null) {
        best = [id, value]
        continue
      }
      const [bestId, bestValue] = best
      const [fits, bestFits] = [value >= rest, bestValue >= rest]
      const isBetter =
        fits !== bestFits
          ? fits
          : value === bestValue
            ? id < bestId
            : fits
              ? value < bestValue
              : value > bestValue
      if (isBetter) best = [id, value]
    }
    if (best === null) break
    const [id, value] = best
    open.delete(id)
    ids.push(id)
    if (value >= rest) return { ids, surplus: value - rest, left: 0n }
    rest -= value
  }
  return { ids, surplus: 0n, left: rest }
}
