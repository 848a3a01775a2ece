import type { DataOf } from '@glasshouse/core/calls'
import { marketNamesToWire } from '@glasshouse/core/markets/codec'
import { describe, expect, it } from 'vitest'
import { enabledButtons, markupOf, rowsOf, textOf } from '../markup.fixture.tsx'
import Audit from './audit/Audit.tsx'
import { Chain } from './audit/Chain.tsx'
import Content from './content/Content.tsx'
import Customers, { AccountStatus } from './customers/Customers.tsx'
import Locks from './customers/Locks.tsx'
import { FailedJobs } from './health/FailedJobs.tsx'
import Health from './health/Health.tsx'
import { Liabilities } from './health/Liabilities.tsx'
import Members from './members/Members.tsx'
import { PayoutFiles } from './payouts/PayoutFiles.tsx'
import { Issues } from './products/Issues.tsx'
import { Markets } from './products/Markets.tsx'
import { AiSwitch } from './settings/AiSwitch.tsx'
import Settings from './settings/Settings.tsx'

const noon = Date.UTC(2026, 5, 16, 11)
const hour = 3_600_000
type ListPath =
  | '/staff/api/memberList'
  | '/staff/api/lockList'
  | '/staff/api/auditLog'
  | '/staff/api/contentList'
  | '/api/trust/liabilityList'
/** A page of a list with its total. */
const pageOf = <P extends ListPath>(path: P, rows: DataOf<P>) => ({ [path]: { rows, total: rows.length } })

describe('members of staff', () => {
  type Member = DataOf<'/staff/api/memberList'>[number]
  const member = (id: number, change: Partial<Member> = {}): Member => ({
    ...{ id, email: `m${id}@glasshouse.test`, name: `M${id}`, role: 'service', frozen: 0, totp: false },
    ...{ invited: false, since: noon, seen: null },
    ...change,
  })
  const list = pageOf('/staff/api/memberList', [
    member(1, { name: 'Manager', role: 'manager', totp: true, seen: noon }),
    member(2, { role: 'manager' }),
    member(3, { frozen: 1, invited: true }),
    member(4, { invited: true }),
  ])
  it('show state, second factor and when they were seen; frozen counts before invited', () => {
    const rows = rowsOf(<Members />, list)
    expect(rows.map((cells) => [cells[1], ...cells.slice(3, 8)])).toEqual([
      ['Manager (you)', 'manager', 'works', 'on', '16 Jun 2026', '16 Jun 2026, 12:00:00'],
      ['M2', 'manager', 'works', 'off', '16 Jun 2026', 'never'],
      ['M3', 'service', 'frozen', 'off', '16 Jun 2026', 'never'],
      ['M4', 'service', 'invited', 'off', '16 Jun 2026', 'never'],
    ])
  })
  it('can each be given the other role and the other state, but not oneself', () => {
    const acts = enabledButtons(<Members />, list).filter((label) => label.includes(': '))
    expect(acts).toEqual([
      ...['Freeze: M2', 'Make service: M2', 'Renew invitation: M2'],
      ...['Unfreeze: M3', 'Make manager: M3', 'Renew invitation: M3'],
      ...['Freeze: M4', 'Make manager: M4', 'Renew invitation: M4'],
    ])
  })
  it('are added by managers', () => {
    expect(enabledButtons(<Members />, list)).toContain('Add a member')
    expect(enabledButtons(<Members />, list, 'service')).not.toContain('Add a member')
  })
})

describe('locks', () => {
  type Lock = DataOf<'/staff/api/lockList'>[number]
  const lock = (id: number, change: Partial<Lock>): Lock => ({
    ...{ id, uid: 10_000 + id, username: `C${id}`, reason: 'stolen_access', remark: '', reference: null },
    ...{ origin: 'staff', staff: 'one@x', staffid: 1, agreed: null, from: noon, until: noon + 72 * hour },
    ...{ ended: null },
    ...change,
  })
  const rows = (...locks: Lock[]) => rowsOf(<Locks />, pageOf('/staff/api/lockList', locks))
  it('name who locked, who agreed, and the customer by itself or by a letter', () => {
    const by = rows(
      lock(1, {}),
      lock(2, { agreed: 'two@x' }),
      lock(3, { staff: null, origin: 'customer' }),
      lock(4, { staff: null, origin: 'letter' }),
    ).map((cells) => cells[4])
    expect(by).toEqual(['one@x', 'one@x, two@x', 'customer', 'link in a letter'])
  })
  it('say when they end, did end, or that two have to lift them', () => {
    const [first, ...others] = rows(lock(1, {}), lock(2, { until: null }), lock(3, { ended: noon + hour }))
    expect(first).toEqual([
      ...['u 10001 C1', 'Stolen access', '—', '—', 'one@x', '16 Jun 2026, 12:00:00', '19 Jun 2026, 12:00:00'],
    ])
    expect(others.map((cells) => cells[6])).toEqual(['lifted by two', '16 Jun 2026, 13:00:00'])
  })
})

describe('customers opened last', () => {
  const row = { username: 'ada', email: '', utel: '', registered: noon, opened: noon }
  const found = { '/staff/api/userRecent': [{ ...row, uid: 10_001, frozen: 1, closed: null }] }
  it('are named with what is known of them', () => {
    expect(rowsOf(<Customers />, found)).toEqual([
      ['u 10001', 'ada', '—', '—', 'locked', '16 Jun 2026, 12:00:00'],
    ])
  })
  it('are closed even where they were locked, and are found by an empty text never', () => {
    expect(textOf(<AccountStatus account={{ isLocked: true, closedMs: noon }} />)).toBe('closed')
    expect(textOf(<AccountStatus account={{ isLocked: false, closedMs: null }} />)).toBe('open')
    expect(enabledButtons(<Customers />, found)).not.toContain('Find')
  })
  it('tell the role service that a beginning finds nothing', () => {
    expect(textOf(<Customers />, found, 'service')).toContain('the whole of it')
    expect(textOf(<Customers />, found)).toContain('the beginning is enough')
  })
})

describe('the audit log', () => {
  const record = {
    ...{ id: 1, n: 3, hash: `${'1'.repeat(32)}${'2'.repeat(32)}`, time: noon, staffid: 1, staff: 'one@x' },
    ...{ action: 'configSet', target: 'setting cash_min', ip: '127.0.0.1', userAgent: 'x' },
    ...{ before: '10' as unknown, after: '20' as unknown },
  }
  const row = (change: Partial<typeof record> | { staff: null }) =>
    rowsOf(
      <Audit />,
      pageOf('/staff/api/auditLog', [{ ...record, ...change } as DataOf<'/staff/api/auditLog'>[number]]),
    )[0]
  it('tells who did what to what, what changed, from where, and the hash', () => {
    expect(row({})).toEqual([
      ...['3', '16 Jun 2026, 12:00:00', 'one@x', 'changed a setting'],
      ...['setting Smallest withdrawal to a bank', '10 → 20', '127.0.0.1', 'Copy Hash of 3 111111…222222'],
    ])
  })
  it('tells a record without values from one whose values are the same, and a visitor from staff', () => {
    expect(row({ before: null, after: null })?.[5]).toBe('—')
    expect(row({ before: '10', after: '10' })?.[5]).toBe('same values')
    expect(row({ staff: null })?.[2]).toBe('not signed in')
  })
  it('names the records at which its chain is broken', () => {
    const check = (holds: boolean, examples: string[]) => ({
      '/staff/api/ledgerCheck': {
        ...{ at: noon, balanced: holds },
        invariants: [
          { name: 'sums', holds: true, broken: 0, examples: [] },
          { name: 'the audit log continues its chain', holds, broken: examples.length, examples },
        ],
      },
    })
    expect(textOf(<Chain />, check(true, []))).toContain('chain verified 16 Jun 2026, 12:00:00')
    expect(textOf(<Chain />, check(false, ['record 7', 'record 9']))).toContain(
      'chain broken at record 7, record 9',
    )
    expect(textOf(<Chain />)).not.toMatch(/verified|broken/)
  })
})

describe('markets', () => {
  type Market = Extract<DataOf<'/staff/api/productList'>[number], { running: boolean }>
  const market: Market = {
    ...{
      ...marketNamesToWire({ symbol: 'BTCUSDT', title: 'Bitcoin' }),
      pid: 1,
      icon: 'btc',
      lot: '0.001',
      minnumber: 10,
      step: 5,
    },
    ...{ multiples: '2,5', fee: '0.0005', protime: '0.5,1', proscale: '70,75', kind: 'crypto', scale: 2 },
    ...{ onsale: 1, running: true, changed: null, announced: [] },
  }
  const list = (change: Partial<Market>) => ({ '/staff/api/productList': [{ ...market, ...change }] })
  it('show their terms as they are charged', () => {
    expect(rowsOf(<Markets />, list({}))[0]).toEqual([
      ...['1', 'Bitcoin BTCUSDT', 'on sale', '0.001', '10, 5', '2,5', '0.0005', '0.5,1', '70,75', '2'],
      ...['never', 'Change'],
    ])
  })
  it.each([
    [{ onsale: 0 }, 'closed to new orders'],
    [{ running: false }, 'not running'],
    [{ running: false, onsale: 0 }, 'not running'],
  ])('with %o are %s', (change, state) => {
    expect(rowsOf(<Markets />, list(change))[0]?.[2]).toBe(state)
  })
  it('announce each change with its instant and the terms before it', () => {
    const announced = [{ ...market, from: noon, fee: '0.001', multiples: '2,5,10' }]
    const text = textOf(<Markets />, list({ announced: announced as unknown as Market['announced'] }))
    expect(text).toContain(
      'Bitcoin from 16 Jun 2026, 12:00:00: Leverages: 2,5 → 2,5,10; Fee rate: 0.0005 → 0.001',
    )
    expect(markupOf(<Markets />, list({}))).not.toContain('Announced terms')
  })
  it('are changed by managers only', () => {
    expect(enabledButtons(<Markets />, list({}))).toContain('Change Bitcoin')
    expect(enabledButtons(<Markets />, list({}), 'service')).not.toContain('Change Bitcoin')
  })
})

describe('issues of new coins', () => {
  type Issue = Extract<DataOf<'/staff/api/productList'>[number], { kind: 'subscription' }>
  const issue: Issue = {
    ...{
      id: 7,
      kind: 'subscription',
      pid: 3,
      ...marketNamesToWire({ symbol: 'SOLUSDT', title: 'SOL/USDT' }),
      state: 'open',
    },
    ...{ price: '2.5', number: '6000', step: '10', minnumber: '10', maxnumber: '500', asked: '1200.5' },
    ...{ opentime: noon, closetime: noon + hour, finaltime: '20260627', risksheet: 'Risk.', paid: '0' },
    ...{ applications: 1200, promised: '6000', reserve: '6000', createtime: 1, changed: 1 },
  }
  const rows = (...states: Issue['state'][]) =>
    rowsOf(<Issues />, {
      '/staff/api/productList': states.map((state, at) => ({ ...issue, id: at + 1, state })),
    })
  it('show figures exactly, whole coins without decimals, and times at UTC+1', () => {
    expect(rows('open')[0]).toEqual([
      ...['1', 'SOL/USDT', 'open', '2.50', '6,000', '1,200.50', '1,200', '16 Jun, 12:00', '16 Jun, 13:00'],
      ...['2026-06-27', '6,000', '6,000', '0', 'Change'],
    ])
  })
  it('can be changed until they are over or cancelled', () => {
    const all = rows('draft', 'open', 'closed', 'paying', 'over', 'cancelled')
    expect(all.map((cells) => [cells[2], cells[13]])).toEqual([
      ...[
        ['draft, funded', 'Change'],
        ['open', 'Change'],
        ['allotting', 'Change'],
      ],
      ...[
        ['paying', 'Change'],
        ['over', ''],
        ['cancelled', ''],
      ],
    ])
  })
})

describe('settings', () => {
  type Setting = DataOf<'/staff/api/configList'>[number]
  const setting = (change: Partial<Setting>): Setting => ({
    ...{
      key: 'cash_min',
      value: '10.00000000',
      kind: 'amount',
      min: '1',
      max: '1000',
      fallback: '10.00000000',
    },
    ...{ meaning: 'Smallest', public: true, needsTwo: false, changed: null },
    ...change,
  })
  const row = (change: Partial<Setting>, role?: 'service') =>
    rowsOf(<Settings />, { '/staff/api/configList': [setting(change)] }, role)[0]
  it('show value, range and readers; what ships only where it differs', () => {
    expect(row({})).toEqual([
      ...['Smallest withdrawal to a bank Smallest cash_min', '10.00', '1.00 to 1,000.00', 'everybody'],
      ...['never', 'Change'],
    ])
    expect(row({ value: '20' })?.[1]).toBe('20.00 shipped as 10.00')
  })
  it.each([
    [{ kind: 'whole', value: '12345', fallback: '12345', min: '0', max: '99999' }, '12,345', '0 to 99,999'],
    [{ kind: 'text', value: '7,14', fallback: '7,14', min: '0', max: '60' }, '7,14', 'at most 60 letters'],
    [
      { kind: 'whole', value: String(noon), fallback: String(noon), min: '0', max: '9' },
      '16 Jun 2026, 12:00:00',
      '0 to 9',
    ],
  ] as const)('write %o as %s', (change, value, range) => {
    expect(row(change)?.slice(1, 3)).toEqual([value, range])
  })
  it('name those that two managers change, and who may change none', () => {
    expect(row({ needsTwo: true, public: false, changed: noon })?.slice(3, 5)).toEqual([
      'staff two managers',
      '16 Jun 2026',
    ])
    const list = { '/staff/api/configList': [setting({})] }
    expect(enabledButtons(<Settings />, list)).toContain('Change Smallest withdrawal to a bank')
    expect(enabledButtons(<Settings />, list, 'service')).not.toContain(
      'Change Smallest withdrawal to a bank',
    )
  })
  it('of AI ordering say whether it is on, since when and why', () => {
    const state = { on: 0, running: 3, changed: noon, remark: 'Exchange down' }
    const off = { '/staff/api/aiSwitch': state as unknown as DataOf<'/staff/api/aiSwitch'> }
    expect(textOf(<AiSwitch />, off)).toContain('Switched 16 Jun 2026, 12:00:00: Exchange down')
    expect(enabledButtons(<AiSwitch />, off)).toEqual(['Switch on'])
    expect(enabledButtons(<AiSwitch />, {})).toEqual([])
    expect(textOf(<AiSwitch />, {}, 'service')).toContain('Managers only')
  })
})

describe('content', () => {
  type Record = DataOf<'/staff/api/contentList'>[number]
  const record = {
    ...{ id: 5, kind: 'news', published: 1, position: 2, readnum: 12345, update_time: noon, staffid: null },
    ...{
      texts: { en: { title: 'Maintenance', content: 'x' }, ru: { title: 'р', content: 'x' } },
      fields: {},
    },
  } as unknown as Record
  it('is listed with its state, languages and readers', () => {
    expect(rowsOf(<Content />, pageOf('/staff/api/contentList', [record]))[0]).toEqual([
      ...['2', 'Maintenance', 'published', '2 of 9', '12,345', '16 Jun 2026, 12:00:00', 'the sample'],
    ])
  })
  it('without an English title is named by a dash, and by its writer', () => {
    const draft = { ...record, published: 0, texts: {}, staffid: 3 }
    const row = rowsOf(<Content />, pageOf('/staff/api/contentList', [draft]))[0]
    expect([row?.[1], row?.[2], row?.[3], row?.[6]]).toEqual(['—', 'draft', '0 of 9', 'staff 3'])
  })
})

describe('health', () => {
  type Metrics = DataOf<'/staff/api/metrics'>
  const symbol = { symbol: 'BTCUSDT', stale: false, ageMs: 1500, dropped: 0, missed: 2 }
  const metrics: Metrics = {
    ...{ mode: 'live', time: noon, jobs: [], queues: [], memoryMiB: 1234 },
    feed: { source: 'binance', connected: true, lost: 3, symbols: [symbol] },
    facts: { waiting: 5, oldestMs: 90_000, dead: 0 },
    pool: { open: 10, idle: 7, waiting: 1 },
    ledger: { at: noon, balanced: true, since: null, broken: [] },
    audit: { n: 1234, hash: 'a'.repeat(64) },
  }
  const text = (change: Partial<Metrics>) =>
    textOf(<Health />, { '/staff/api/metrics': { ...metrics, ...change } })
  it('tells of each market whether it is live and how old its tick is', () => {
    const symbols = [symbol, { ...symbol, symbol: 'ETHUSDT', stale: true, ageMs: null }]
    const rows = rowsOf(<Health />, {
      '/staff/api/metrics': { ...metrics, feed: { ...metrics.feed, symbols } },
    })
    expect(rows).toEqual([
      ['BTCUSDT', 'live', '1 s ago', '0', '2'],
      ['ETHUSDT', 'stale', 'none yet', '0', '2'],
    ])
  })
  it('draws its lines before an answer, so that nothing moves when it comes', () => {
    const lines = [
      'Pending events',
      'Head of the audit chain',
      'Oldest review item waiting',
      'Checked by customers',
    ]
    for (const line of lines) expect(textOf(<Health />)).toContain(line)
    expect(textOf(<Health />)).not.toContain('none yet')
  })
  it('names what waits, and asks for attention where events were given up', () => {
    expect(text({})).toContain('Pending events 5 Oldest of them 1 m Dead-lettered events 0')
    expect(text({})).toContain('open, idle, waiting 10, 7, 1 Memory 1,234 MiB')
    expect(text({ facts: { waiting: 0, oldestMs: null, dead: 1200 } })).toContain(
      'Oldest of them none Dead-lettered events 1,200: needs attention',
    )
  })
  it('claims no check and no chain before there is one', () => {
    const none = text({ ledger: null, audit: null })
    expect(none).toContain('Last ledger check never')
    expect(none).toContain('Head of the audit chain none yet')
  })
  it('puts broken books before everything that only waits', () => {
    const broken = text({ ledger: { at: noon, balanced: false, since: noon, broken: [] } })
    expect(broken.indexOf('Books')).toBeLessThan(broken.indexOf('Over time'))
    expect(text({}).indexOf('Books')).toBeGreaterThan(text({}).indexOf('Over time'))
  })
  it('says that the feed is down', () => {
    const feed = { ...metrics.feed, connected: false }
    expect(text({ feed })).toContain('binance, lost 3 times down')
    expect(text({})).toContain('binance, lost 3 times connected')
  })
  it('lists jobs that failed for good, which managers retry', () => {
    const job = { id: '1', name: 'uploads.sweep', time: noon, attempts: 5, failure: 'disk full' }
    const jobs = <FailedJobs jobs={[job]} onRetried={() => undefined} />
    expect(rowsOf(jobs)[0]?.slice(0, 4)).toEqual([
      ...['uploads.sweep', '16 Jun 2026, 12:00:00', '5', 'disk full'],
    ])
    expect(enabledButtons(jobs)).toContain('Retry uploads.sweep')
    expect(enabledButtons(jobs, {}, 'service')).not.toContain('Retry uploads.sweep')
    expect(text({ jobs: [job] })).toContain('Failed jobs')
    expect(text({})).not.toContain('Failed jobs')
  })
  it('names no liabilities before there is a report, and lets managers publish one', () => {
    const none = pageOf('/api/trust/liabilityList', [])
    expect(textOf(<Liabilities />, none)).toContain('No report yet')
    expect(enabledButtons(<Liabilities />, none)).toEqual(['Publish one now'])
    expect(enabledButtons(<Liabilities />, none, 'service')).toEqual([])
    expect(textOf(<Liabilities />)).not.toContain('No report yet')
  })
})

describe('payout files', () => {
  it('show way, progress, sum and checksum', () => {
    const batch = {
      ...{ id: 7, way: 'bank', made: noon, staff: 'one@x', count: 3, sent: 1, failed: 0, total: '1250.5' },
      checksum: `${'a'.repeat(32)}${'b'.repeat(32)}`,
    } as DataOf<'/staff/api/withdrawBatches'>[number]
    const text = textOf(<PayoutFiles />, { '/staff/api/withdrawBatches': { rows: [batch], total: 1 } })
    for (const part of ['1 of 3', '1,250.50', 'aaaaaa…bbbbbb']) expect(text).toContain(part)
  })
})
