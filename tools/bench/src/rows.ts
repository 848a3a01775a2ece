import { measureCalls } from './calls.ts'
import { measureCopies } from './copies.ts'
import { measureEngines } from './engines.ts'
import { measureExpiryStorm } from './expiryStorm.ts'
import { measureFlashCrash } from './flashCrash.ts'
import { measureGrowth } from './growth.ts'
import { measureLedgerCheck } from './ledgerCheck.ts'
import { measureLiabilities } from './liabilities.ts'
import { measureMidnight } from './midnight.ts'
import { measureNoisyNeighbour } from './noisyNeighbour.ts'
import { measureOrders } from './orders.ts'
import { measureOwnEvents, measurePush } from './push/measure.ts'
import { measureSockets } from './push/sockets.ts'
import { measureQuietTick } from './quietTick.ts'
import { measureReceipts } from './receipts.ts'
import type { Row } from './row.ts'
import { measureFirstLoad, measureMemory, measureStart } from './start.ts'
import { measureTransfers } from './transfers.ts'

/** The table of goals. A row without `measure` waits for its part of the product. */
export const rows: readonly Row[] = [
  {
    number: 1,
    goal: 'durable contract orders per second, 256 callers',
    aim: '≥ 10× pgbench, ≥ 30× one by one, p99 ≤ 25 ms',
    measure: measureOrders,
  },
  {
    number: 2,
    goal: 'ledger transfers per second with a running balance on every entry',
    aim: '≥ 20× plain SQL one by one, ≥ 5× its batches',
    measure: measureTransfers,
  },
  {
    number: 3,
    goal: 'one quiet tick with 1,000,000 resting orders',
    aim: '≤ 2× the tick at 1,000; ≥ 10 M ticks/s; ≥ 100,000× a scan',
    measure: async () => measureQuietTick(),
  },
  {
    number: 4,
    goal: 'flash crash: one tick fires 100,000 orders, all closed, durable, pushed',
    aim: '≤ 2 s, ≥ 40× one by one, event loop never blocked > 20 ms',
    measure: () => measureFlashCrash(),
  },
  {
    number: 5,
    goal: 'expiry storm: 10,000 / 50,000 options in one second, each settled once',
    aim: '≤ 200 / 600 ms, ≥ 30× one by one',
    measure: measureExpiryStorm,
  },
  {
    number: 6,
    goal: 'push: deliveries per CPU second to 1,000 clients at ≤ 50 ms staleness',
    aim: '≥ 30× less CPU and bytes than socket.io, p99 ≤ 60 ms',
    measure: measurePush,
  },
  {
    number: 7,
    goal: 'own-order events while row 6 runs',
    aim: 'p99 ≤ 10 ms after the commit',
    measure: measureOwnEvents,
  },
  {
    number: 8,
    goal: 'account read, config read, login',
    aim: '≥ half of a bare server with the same query',
    measure: measureCalls,
  },
  {
    number: 9,
    goal: 'first load of the trade screen until the first candle',
    aim: '≤ 390 kB raw, ≤ 128 kB gzip; slow phone: first candle ≤ 2.5 s, interaction ≤ 200 ms at 1,000 updates a second',
    measure: measureFirstLoad,
  },
  {
    number: 10,
    goal: 'memory of everything npm start runs, database included',
    aim: '≤ 300 MB idle, ≤ 600 MB under rows 1 and 6',
    measure: measureMemory,
  },
  {
    number: 11,
    goal: 'start',
    aim: 'warm ready ≤ 5 s, cold ≤ 120 s, installed ≤ 350 MB',
    measure: measureStart,
  },
  {
    number: 12,
    goal: 'p99 of an order beside somebody who made 500,000 own transfers today and orders too',
    aim: '≤ 2× the same without the transfers',
    measure: measureNoisyNeighbour,
  },
  {
    number: 13,
    goal: 'midnight: interest of 100,000 orders, others undisturbed',
    aim: '≤ 60 µs an accrual',
    measure: () => measureMidnight(),
  },
  {
    number: 14,
    goal: 'liabilities report of 1,000,000 customers, split leaves included',
    aim: '≤ 60 s, ≤ 1 GiB, event loop never blocked > 50 ms',
    measure: () => measureLiabilities(),
  },
  {
    number: 15,
    goal: 'check of the ledger with 10,000,000 entries: of the minute, and whole',
    aim: '≤ 50 ms; ≤ 30 s in the background',
    measure: () => measureLedgerCheck(),
  },
  {
    number: 16,
    goal: 'growth: order lists, journal page, statement and income of a customer with 200,000 orders and 1,000,000 entries',
    aim: '≤ 3× the same with 1,000 of each',
    measure: measureGrowth,
  },
  {
    number: 17,
    goal: 'an order of a lead with 1,000 followers in 20 pools, its copies included',
    aim: '≤ 1× 21 plain orders asked for together',
    measure: measureCopies,
  },
  {
    number: 18,
    goal: 'orders as in row 1 with signed receipts behind the commit, compared with none',
    aim: '≥ 0.9× the orders a second',
    measure: measureReceipts,
  },
  {
    number: 19,
    goal: 'push to 10,000 sockets over 1, 2 and 4 web processes',
    aim: '4 processes ≤ 1.2× the CPU of one, every watcher gets the newest',
    measure: measureSockets,
  },
  {
    number: 20,
    goal: 'orders a second with 1, 2 and 4 engine processes on one database',
    aim: '4 processes ≤ 1.2× the CPU of one, no more waits for locks than with one',
    measure: measureEngines,
  },
]
