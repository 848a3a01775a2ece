import { calls } from '@glasshouse/core/calls'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageIn } from '../../../components/page/pageIn.ts'
import {
  clearedFilters,
  isFiltered,
  type LeadFilters,
  leadChoices,
  leadQuery,
  leadRequest,
  readLeadFilters,
} from './leadFilters.ts'

const anyFilters = fc.record({
  sort: fc.constantFrom(...leadChoices.sort),
  state: fc.constantFrom(...leadChoices.state),
  risk: fc.constantFrom(...leadChoices.risk),
  drawdown: fc.constantFrom(...leadChoices.drawdown),
  record: fc.constantFrom(...leadChoices.record),
  leverage: fc.constantFrom(...leadChoices.leverage),
  market: fc.constantFrom('', '1', '12'),
  name: fc.constantFrom('', 'ann', 'ан %_', '明'),
}) satisfies fc.Arbitrary<LeadFilters>

const searchOf = (query: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

describe('filters of the leads', () => {
  it('are read from an address as they were written to it, and make a request that the server accepts', () => {
    fc.assert(
      fc.property(anyFilters, fc.integer({ min: 1, max: 1000 }), (filters, page) => {
        const search = searchOf(leadQuery(filters, page))
        expect(readLeadFilters(search)).toEqual(filters)
        expect(pageIn(search.get('leads'))).toBe(page)
        expect(isFiltered(clearedFilters(filters))).toBe(false)
        const request = leadRequest(filters, page, 20)
        expect(calls['/api/invest/leadList'].request.safeParse(request).success).toBe(true)
      }),
    )
  })

  it('leave an address without query for all leads by length of record', () => {
    const none = readLeadFilters(new URLSearchParams())
    expect(searchOf(leadQuery(none, 1)).toString()).toBe('')
    expect(isFiltered({ ...none, sort: 'risk' })).toBe(false)
    expect(isFiltered({ ...none, record: '90' })).toBe(true)
    expect(isFiltered({ ...none, market: '1' })).toBe(true)
    expect(isFiltered({ ...none, name: 'ann' })).toBe(true)
    expect(leadRequest({ ...none, sort: 'risk', risk: '5' }, 1, 20)).toEqual({
      ...{ pageNum: 1, pageSize: 20, orderByColumn: 'risk', isAsc: 'asc', maxrisk: 5 },
    })
  })

  it('ignore what an address says wrongly', () => {
    const wrong = new URLSearchParams('sort=profit&risk=99&state=&market=BTC&name=%20')
    expect(isFiltered(readLeadFilters(wrong))).toBe(false)
  })
})
