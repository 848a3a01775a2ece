import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '@glasshouse/core/calls'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { invariants } from '../../../apps/server/src/invariants.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { post } from '../../../apps/server/src/ledger/posting/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { insertSessions, sessionToken, signedRequest } from './calls.ts'
import { driveLoad } from './driveLoad.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import { heldByTree } from './processes.ts'
import { startProduct } from './product.ts'
import { answer, startPart } from './push/side.ts'
import { startBusyExchange } from './slowPhone.ts'

const buy = '/api/contract/buyContract'
/** A resting order far from the market. */
const order = Object.fromEntries(
  Object.entries({ ...calls[buy].example, originPrice: 1, status: 0 }).map(([name, value]) => [
    name,
    `${value}`,
  ]),
)

/** As many callers as in row 1, and as many clients as in row 6; the feed sends a thousand updates a second. */
const callers = 256
const clients = 1_000
const customers = 2_000
const loadMs = 60_000
const settleMs = 5_000
const everyMs = 500
const readyMostMs = 60_000

export type LoadedMemory = {
  /** The most that was held at once, and by what kind of process, bytes. */
  readonly most: number
  readonly parts: string
  readonly ordersPerSecond: number
  readonly balanced: boolean
}

/** Sessions and money for customers, and an order far from the market for each in turn. */
const openCustomers = async (database: OwnDatabase) => {
  const uids = await insertSessions(database, customers)
  await transact(database.db, (tx) =>
    post(
      tx,
      1,
      uids.map((uid) => {
        const [from, to] = [external('deposits:sandbox'), customer(uid, 'contract')]
        const transfers = [{ from, to, amount: usdt('100000'), type: journal.deposit }]
        return { cause: { kind: 'bench', id: uid } as const, transfers }
      }),
    ),
  )
  await sql`analyze`.execute(database.db)
  let turn = 0
  return () => {
    turn = (turn % customers) + 1
    return signedRequest(buy, order, turn, sessionToken(turn))
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

/** The most memory that the processes of `npm start` and their database hold while orders are placed and quotes are pushed. */
export const measureLoadedMemory = async (folder: string): Promise<LoadedMemory> => {
  const database = await openOwnDatabase(4)
  const data = await mkdtemp(join(tmpdir(), 'glasshouse-bench-loaded-'))
  const { exchange, settings: feed } = await startBusyExchange()
  const settings = { ...feed, DATABASE_URL: database.url, DATA_DIR: data, TRUSTED_PROXIES: '127.0.0.1' }
  const product = await startProduct(folder, settings, readyMostMs)
  const crowd = startPart('sockets', new URL(product.origin).port, `${clients}`, '1')
  try {
    await answer(crowd)
    const next = await openCustomers(database)
    let most = { total: 0, parts: '' }
    const look = async (): Promise<void> => {
      const own = await heldByTree(product.pid)
      // The database is started by this process, whose other parts are no part of the product.
      const all = await heldByTree(process.pid)
      const held = { product: sum(own), database: sum(all.filter(({ name }) => name === 'postgres')) }
      const total = held.product + held.database
      if (total > most.total)
        most = { total, parts: `product ${megabytes(held.product)}, database ${megabytes(held.database)}` }
    }
    let going = true
    const watching = (async () => {
      for (; going; await wait(everyMs)) await look()
    })()
    const server = { origin: new URL(product.origin), stop: product.stop }
    const ordersPerSecond = await driveLoad(server, callers, loadMs, next)
    await wait(settleMs)
    going = false
    await watching
    const checked = invariants.filter(
      ({ name }) => name !== 'every transaction has a cause that states its amounts',
    )
    const { balanced } = await checkInvariants(database.checks, 1, checked)
    return { most: most.total, parts: most.parts, ordersPerSecond, balanced }
  } finally {
    if (crowd.connected) crowd.disconnect()
    await product.stop()
    await exchange.close()
    await database.remove()
    await rm(data, { recursive: true, force: true })
  }
}

const sum = (held: readonly { readonly bytes: number }[]): number =>
  held.reduce((total, { bytes }) => total + bytes, 0)
