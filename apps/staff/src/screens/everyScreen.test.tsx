import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { enabledButtons, markupOf, textOf } from '../markup.fixture.tsx'
import Audit from './audit/Audit.tsx'
import Community from './community/Community.tsx'
import Content from './content/Content.tsx'
import Customer from './customers/Customer.tsx'
import Customers from './customers/Customers.tsx'
import Locks from './customers/Locks.tsx'
import { Books } from './health/Books.tsx'
import Health from './health/Health.tsx'
import { HoldingProofs } from './health/HoldingProofs.tsx'
import { Liabilities } from './health/Liabilities.tsx'
import Account from './members/Account.tsx'
import Members from './members/Members.tsx'
import Payouts from './payouts/Payouts.tsx'
import { Channels } from './products/Channels.tsx'
import { InvestBook } from './products/InvestBook.tsx'
import { Investments } from './products/Investments.tsx'
import { Issues } from './products/Issues.tsx'
import { Markets } from './products/Markets.tsx'
import Products from './products/Products.tsx'
import Reserves from './reserves/Reserves.tsx'
import { AiSwitch } from './settings/AiSwitch.tsx'
import Settings from './settings/Settings.tsx'

// The page's mode is written into its document, which there is none of here.
vi.mock('../mode.ts', () => ({ isPractice: true }))

// Every screen but the queue, which keeps views in the browser, before anything has arrived, and with nothing to show: it draws, claims nothing, and offers nothing that it
// cannot carry out yet.

const screens: readonly (readonly [string, ReactElement])[] = [
  ['customers', <Customers key="customers" />],
  ['a customer', <Customer key="customer" />],
  ['locks', <Locks key="locks" />],
  ['payouts', <Payouts key="payouts" />],
  ['products', <Products key="products" />],
  ['markets', <Markets key="markets" />],
  ['investments', <Investments key="investments" />],
  ['the investment book', <InvestBook key="book" />],
  ['issues', <Issues key="issues" />],
  ['deposit channels', <Channels key="channels" />],
  ['content', <Content key="content" />],
  ['community', <Community key="community" />],
  ['settings', <Settings key="settings" />],
  ['the switch of AI ordering', <AiSwitch key="ai" />],
  ['reserves', <Reserves key="reserves" />],
  ['the audit log', <Audit key="audit" />],
  ['health', <Health key="health" />],
  ['books', <Books key="books" />],
  ['liabilities', <Liabilities key="liabilities" />],
  ['proofs of holdings', <HoldingProofs key="holdings" />],
  ['members', <Members key="members" />],
  ['the own account', <Account key="account" />],
]
/** Texts by which a value that is missing would show. */
const leaks = /\bundefined\b|\bNaN\b|\[object |\bnull\b|Invalid Date|Infinity/

describe.each(screens)('%s', (_name, screen) => {
  it.each(['manager', 'service'] as const)(
    'is drawn for the role %s before an answer, without a figure',
    (role) => {
      const text = textOf(screen, {}, role)
      expect(text).not.toMatch(leaks)
      // No amount is claimed before it is known.
      expect(text).not.toMatch(/\d[\d,]*\.\d{2} USDT/)
      expect(text).not.toMatch(/balanced|no job has failed|nothing waits/i)
    },
  )

  it('has one heading at most of the first level, and a name for every button', () => {
    const markup = markupOf(screen)
    expect([...markup.matchAll(/<h1[\s>]/g)].length).toBeLessThanOrEqual(1)
    for (const label of enabledButtons(screen)) expect(label.trim()).not.toBe('')
  })

  it('offers the role service no more than it offers managers', () => {
    const managers = new Set(enabledButtons(screen))
    for (const label of enabledButtons(screen, {}, 'service')) expect([...managers]).toContain(label)
  })
})

describe('a customer of the address', () => {
  const at = (path: string) =>
    textOf(
      <Router ssrPath={path}>
        <Route path="/customers/:uid" component={Customer} />
      </Router>,
    )
  it('is shown where the address is a number, and not guessed from what only begins with one', () => {
    expect(at('/customers/10001')).toContain('u 10001')
    for (const path of [
      '/customers/x',
      '/customers/0',
      '/customers/-5',
      '/customers/10001x',
      '/customers/1e9',
    ])
      expect(at(path), path).toContain('The address names no customer.')
  })
})

describe('with nothing to show', () => {
  const nothing = { rows: [], total: 0 }
  it.each([
    ['customers', <Locks key="l" />, { '/staff/api/lockList': nothing }],
    ['payouts', <Payouts key="p" />, { '/staff/api/reviewList': nothing }],
    ['reserves', <Reserves key="r" />, { '/staff/api/reserveList': [], '/staff/api/fundList': nothing }],
    ['members', <Members key="m" />, { '/staff/api/memberList': nothing }],
    ['channels', <Channels key="c" />, { '/staff/api/payChannelList': [] }],
    ['markets', <Markets key="k" />, { '/staff/api/productList': [] }],
    ['issues', <Issues key="i" />, { '/staff/api/productList': [] }],
    ['the book', <InvestBook key="b" />, { '/staff/api/investBook': [] }],
    ['the audit log', <Audit key="a" />, { '/staff/api/auditLog': nothing }],
  ] satisfies readonly (readonly [string, ReactElement, NonNullable<Parameters<typeof textOf>[1]>])[])(
    '%s say so in words',
    (_name, screen, received) => {
      for (const role of ['manager', 'service'] as const) {
        const text = textOf(screen, received, role)
        expect(text).not.toMatch(leaks)
        expect(text.length).toBeGreaterThan(10)
      }
    },
  )
})

describe('with a thousand rows of the largest figures', () => {
  const largest = '999999999999999.99999999'
  it('reserves show every figure to the digit', () => {
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      ...{
        reserve: `interest:${at}` as const,
        asset: 'USDT',
        balance: largest,
        promised: largest,
        free: '0',
        owed: '0',
      },
      days: [],
    }))
    const text = textOf(<Reserves />, { '/staff/api/reserveList': rows })
    expect(text.split('999,999,999,999,999.99999999').length - 1).toBeGreaterThanOrEqual(2000)
    expect(text).not.toMatch(leaks)
  })

  it('the book adds them up beyond what a number holds', () => {
    const book = Array.from({ length: 1000 }, (_, id) => ({
      ...{ id, name: `P${id}`, kind: 'yield' as const, orders: 1, due: [] },
      ...{ sold: largest, promised: largest, reserve: largest, free: largest },
    }))
    const text = textOf(<InvestBook />, { '/staff/api/investBook': book })
    expect(text).toContain('Sold 999,999,999,999,999,999.99999')
    expect(text).not.toMatch(leaks)
  })

  it('names that try to be markup stay text', () => {
    const evil = '<img src=x onerror=alert(1)>'
    const rows = [
      {
        ...{ id: 2, email: evil, name: evil, role: 'service' as const, frozen: 0, totp: false },
        invited: false,
        since: 0,
        seen: null,
      },
    ]
    const markup = markupOf(<Members />, { '/staff/api/memberList': { rows, total: 1 } } as never)
    expect(markup).not.toContain('<img')
    expect(markup).toContain('&lt;img')
  })
})
