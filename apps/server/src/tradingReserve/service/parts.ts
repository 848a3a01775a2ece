/** Parts of the house account: which one a batch uses, how they are gathered and levelled. */
import { addExposures, type Exposure, zeroExposure } from '@glasshouse/core/contracts/exposure'
import {
  HousePartShort,
  isUneven,
  levelledFunds,
  type PartFunds,
  type PartStanding,
} from '@glasshouse/core/contracts/housePart'
import { housePartAccount, partedReserves } from '@glasshouse/core/ledger/chart'
import { balanceIn } from '@glasshouse/core/ledger/rules'
import { sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import { getBalances, lockAccounts, postSingle } from '../../ledger/posting/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transactBatch } from '../../platform/transactions/index.ts'
import { houseLevelledPosting, type PartChange } from '../postings.ts'
import {
  type Exposures,
  exposureColumns,
  lockExposures,
  lockMissingMarkets,
  updateExposures,
} from '../store/exposures.ts'
import {
  deletePartExposures,
  isLevellingAllowed,
  listKnownParts,
  listLiveParts,
  lockLevelling,
  lockPartExposures,
  updateParts,
  upsertPart,
} from '../store/parts.ts'
import { getHouseDebt, type ReadMarkets, worstCases } from './reserve.ts'

/** For how long a part counts as used after its engine said so. */
const usedForMs = 10_000
/** For how long nothing is levelled after the parts were gathered: what is scarce is used as a whole. */
const gatheredForMs = 10_000
/** For how long they stay as they were levelled: of engines that find it due at the same time one does it. */
const levelledForMs = 1000
const maxAttempts = 5

/** The part that an engine uses while it is live; null is the general one. */
export type PartInUse = { readonly current: () => number | null; readonly lost: () => void }

type Deps = Pick<Platform, 'database' | 'clock'>

/**
 * Runs something that decides by a part of the house account. Where that is not enough, all parts are gathered in a transaction of their
 * own, and it runs again by the general one.
 */
export const inHousePart = async <Result>(
  { database, clock }: Deps,
  inUse: PartInUse | undefined,
  run: (part: number | null) => Promise<Result>,
): Promise<Result> => {
  let part = inUse?.current() ?? null
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(part)
    } catch (error) {
      if (!(error instanceof HousePartShort) || attempt === maxAttempts) throw error
      inUse?.lost()
      part = null
      await transactBatch(database, (tx) => gatherHouse(tx, clock.business()))
    }
  }
}

const sumOfExposures = (all: readonly Exposures[]): Exposures => {
  const sums = new Map<number, Exposure>()
  for (const exposures of all)
    for (const [pid, exposure] of exposures)
      sums.set(pid, addExposures(sums.get(pid) ?? zeroExposure, exposure))
  return sums
}

/**
 * Locks the whole house account: exposures of all parts, then their accounts. Behind it no batch is under way in any part.
 * Returns what every part has of every reserve, and the exposures of the parts but the general one.
 */
const lockHouse = async (tx: Tx, parts: readonly number[]) => {
  const general = await lockExposures(tx, null)
  await lockPartExposures(tx)
  const accounts = [null, ...parts].flatMap((part) =>
    partedReserves.map((reserve) => housePartAccount(reserve, part)),
  )
  const book = await lockAccounts(tx, accounts)
  const live = await listLiveParts(tx)
  return {
    general,
    book,
    moved: sumOfExposures([...live].flatMap(([part, { exposures }]) => (part === null ? [] : [exposures]))),
  }
}

/** Moves all exposures into the general part, and of each reserve what makes the parts hold what they should. */
const moveParts = async (
  tx: Tx,
  atMs: number,
  { parts, number }: { readonly parts: readonly number[]; readonly number: number },
  targetOf: (
    total: PartFunds,
    exposures: Exposures,
  ) => Promise<{ share: PartFunds; live: readonly number[] } | null>,
): Promise<readonly number[]> => {
  const { general, book, moved } = await lockHouse(tx, parts)
  const total = (reserve: 'trading' | 'insurance'): Usdt =>
    sumUnits([null, ...parts].map((part) => balanceIn(book, housePartAccount(reserve, part))))
  const target = await targetOf(
    { trading: total('trading'), insurance: total('insurance') },
    sumOfExposures([general, moved]),
  )
  const live = target?.live ?? []
  const changes = parts.flatMap((part) =>
    partedReserves.map((reserve): PartChange => {
      const wanted =
        target !== null && live.includes(part) && reserve !== 'contractFees' ? target.share[reserve] : 0n
      return { part, reserve, amount: wanted - balanceIn(book, housePartAccount(reserve, part)) }
    }),
  )
  await lockMissingMarkets(tx, general, [...moved.keys()], null)
  if (moved.size > 0) await updateExposures(tx, exposureColumns(moved), null)
  await deletePartExposures(tx)
  const posting = houseLevelledPosting(number, changes)
  if (posting.transfers.length > 0) await postSingle(tx, atMs, posting)
  await updateParts(tx, live, number, target === null ? gatheredForMs : levelledForMs)
  return live
}

/**
 * Moves what all parts have into the general one, which is the whole house account then, and keeps it so until the end of
 * the transaction and for ten seconds more. Locks behind the accounts of customers and before the house accounts.
 */
export const gatherHouse = async (tx: Tx, atMs: number): Promise<void> => {
  const { number } = await lockLevelling(tx)
  const known = await listKnownParts(tx)
  if (known.some(({ isLive }) => isLive))
    await moveParts(tx, atMs, { number, parts: known.map(({ part }) => part) }, async () => null)
}

type LevelDeps = Deps & { readonly markets: ReadMarkets }

/** What each part has above its own worst case, without locking. */
const readParts = async (db: Db, markets: ReadMarkets): Promise<readonly PartStanding[]> => {
  const live = [...(await listLiveParts(db))]
  const insurance = await getBalances(
    db,
    live.map(([part]) => housePartAccount('insurance', part)),
  )
  return live.map(([, { trading, exposures }], at) => ({
    surplus: trading - sumUnits(worstCases(exposures, markets)),
    insurance: insurance[at] ?? usdt('0'),
  }))
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join()

/** Whether the parts that are live are not those in use, or one of them has too little. */
const isLevellingDue = async (
  { database: { db }, markets }: LevelDeps,
  used: readonly number[],
  live: readonly number[],
): Promise<boolean> => {
  const debt = await getHouseDebt(db)
  if (!isSame(used, live)) return debt === 0n || live.length > 0
  return live.length > 0 && (debt > 0n || isUneven(await readParts(db, markets)))
}

/**
 * Says that an engine uses a part, and levels the parts where that is due: those in use become live, each with an equal share of what is
 * not needed. Returns whether the part is live.
 *
 * @param own the part; null of an engine that uses the general one, which only takes back what others left
 */
export const levelHouse = async (deps: LevelDeps, own: number | null): Promise<boolean> => {
  const { database, clock, markets } = deps
  if (own !== null) await upsertPart(database.db, own, usedForMs)
  const known = await listKnownParts(database.db)
  const live = known.flatMap(({ part, isLive }) => (isLive ? [part] : []))
  const used = known.flatMap(({ part, isUsed }) => (isUsed ? [part] : []))
  const isLive = own !== null && live.includes(own)
  if (known.length === 0 || !(await isLevellingAllowed(database.db))) return isLive
  if (!(await isLevellingDue(deps, used, live))) return isLive
  const now = await transactBatch(database, async (tx) => {
    const { number, isAllowed } = await lockLevelling(tx)
    const parts = await listKnownParts(tx)
    if (!isAllowed) return parts.flatMap((one) => (one.isLive ? [one.part] : []))
    const inUse = parts.flatMap(({ part, isUsed }) => (isUsed ? [part] : []))
    return moveParts(
      tx,
      clock.business(),
      { number, parts: parts.map(({ part }) => part) },
      async (total, exposures) => {
        const debt = await getHouseDebt(tx)
        const share = levelledFunds(total, { debt, worst: worstCases(exposures, markets) }, inUse.length)
        return share === null ? null : { share, live: inUse }
      },
    )
  })
  return own !== null && now.includes(own)
}
