/** Some customers as they are read, in the order of their numbers: words parted by blanks. */
export type CustomerPage = {
  /** Numbers, ascending. */
  readonly uids: string
  /** Number, asset and amount in units of 1e-8 of everything that one of them is owed. */
  readonly owed: string
}

const wordsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

/** Adds up what each customer of a page is owed, one amount per asset. What is owed to anybody else is a broken invariant. */
export const vectorsOf = (
  page: CustomerPage,
  assets: readonly string[],
): readonly (readonly [uid: number, amounts: bigint[]])[] => {
  const place = new Map(assets.map((asset, at) => [asset, at]))
  const vectors = wordsOf(page.uids).map(
    (uid) => [Number.parseInt(uid, 10), new Array<bigint>(assets.length).fill(0n)] as const,
  )
  const amountsOf = new Map(vectors)
  const owed = wordsOf(page.owed)
  for (let word = 0; word < owed.length; word += 3) {
    const amounts = amountsOf.get(Number.parseInt(owed[word] ?? '', 10))
    const at = place.get(owed[word + 1] ?? '')
    const before = at === undefined ? undefined : amounts?.[at]
    if (amounts === undefined || at === undefined || before === undefined)
      throw new Error(`${owed[word + 1]} is owed to ${owed[word]}: one of them is not in the report`)
    amounts[at] = before + BigInt(owed[word + 2] ?? '')
  }
  return vectors
}
