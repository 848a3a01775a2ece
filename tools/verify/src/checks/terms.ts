import { termsVersionFromWire } from '@glasshouse/core/markets/codec'
import { genesisHash } from '@glasshouse/core/markets/evidence'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import { type TermsVersion, termsHash, termsInForce, termsVersionHash } from '@glasshouse/core/markets/terms'
import { sha256 } from '../chains.ts'
import { symbolOf } from '../codec.ts'
import type { CheckReport, Discrepancy } from '../difference.ts'
import type { ExportBundle, OptionReceipt, Receipt } from '../read.ts'

const listProblems = (terms: readonly TermsVersion[]): readonly Discrepancy[] =>
  terms.flatMap((version, index) => {
    const before = terms[index - 1]
    return [
      ...(version.n === index + 1 ? [] : ['its number does not follow']),
      ...(version.previous === (before?.hash ?? genesisHash) ? [] : ['it does not carry the hash before']),
      ...(termsHash(version, sha256) === version.termsId ? [] : ['its name is not the hash of its terms']),
      ...(termsVersionHash(version, sha256) === version.hash ? [] : ['its hash does not fit what it says']),
    ].map((what) => ({ where: `terms ${version.n}`, what }))
  })

type Lists = ReadonlyMap<string, readonly TermsVersion[]>

/** The terms in force at the millisecond of a fill or an acceptance: a change on the way counts from its instant on. */
const versionAt = (lists: Lists, symbol: string, atMs: number): TermsVersion | null =>
  termsInForce(lists.get(symbol) ?? [], atMs)

const unless = (holds: boolean, what: string): readonly string[] => (holds ? [] : [what])

/** An order keeps the terms in force when it was accepted; a part keeps those of the order it was taken from. */
const orderProblems = ({ order, lot, feeRatePpm, events }: Receipt, lists: Lists): readonly string[] => {
  const accepted = events.find(({ kind }) => kind === 'placed' || kind === 'opened')
  if (accepted === undefined) return []
  const offered = versionAt(lists, symbolOf(order), accepted.time)
  if (offered === null) return ['no terms were in force when it was accepted']
  return [
    ...unless(
      offered.feeRate === feeRateText(feeRatePpm),
      `its fee rate ${feeRateText(feeRatePpm)} is not the one in force, ${offered.feeRate}`,
    ),
    ...unless(offered.lot === lot, `its lot ${lot} is not the one in force, ${offered.lot}`),
    ...unless(
      offered.leverages.split(',').includes(String(order.multiple)),
      `its leverage ${order.multiple} was not offered`,
    ),
  ]
}

const optionProblems = ({ order, entry }: OptionReceipt, lists: Lists): readonly string[] => {
  const minutes = String((order.selltime - order.buytime) / 60_000)
  const offered = versionAt(lists, symbolOf(order), entry.time)
  const place = offered?.expiryMinutes.split(',').indexOf(minutes) ?? -1
  const percent = offered?.payoutPercents.split(',')[place]
  if (percent === undefined) return [`an expiry of ${minutes} minutes was not offered when it was accepted`]
  return unless(
    percent === order.scale,
    `its payout of ${order.scale} % is not the one in force, ${percent} %`,
  )
}

/** Verifies the list of terms, and that every order and option was accepted on those in force. */
export const verifyTerms = ({ terms, receipts, options }: ExportBundle): CheckReport => {
  const listed = terms.map(termsVersionFromWire).toSorted((a, b) => a.n - b.n)
  const lists: Lists = Map.groupBy(listed, ({ symbol }) => symbol)
  return {
    name: 'terms',
    counts: { versions: terms.length },
    differences: [
      ...listProblems(listed),
      ...receipts.flatMap((receipt) =>
        orderProblems(receipt, lists).map((what) => ({ where: `order ${receipt.order.id}`, what })),
      ),
      ...options.flatMap((option) =>
        optionProblems(option, lists).map((what) => ({ where: `option ${option.order.id}`, what })),
      ),
    ],
    remarks: [],
  }
}
