import { listLeadsToWire } from '@glasshouse/core/invest/copy/codec'

/** Order and filters of the leads by their names in the address, with their choices; the first applies when absent. */
export const leadChoices = {
  sort: ['days', 'risk', 'return', 'drawdown'],
  state: ['all', 'open', 'ended'],
  risk: ['any', '2', '3', '5', '7'],
  drawdown: ['any', '5', '10', '20', '30'],
  record: ['any', '30', '90', '180', '365'],
  leverage: ['any', '2', '5', '10', '20'],
} as const

type Choices = typeof leadChoices
type Name = keyof Choices
/** What is chosen of each, with the pid of a market, and the beginning of a name; empty for all. */
export type LeadFilters = { readonly [N in Name]: Choices[N][number] } & {
  readonly market: string
  readonly name: string
}
/** Filters that limit a figure. */
export const figureFilters = ['risk', 'drawdown', 'record', 'leverage'] as const

/** Longest beginning of a name. */
export const maxName = 40

const names = Object.keys(leadChoices) as Name[]

/** Reads order and filters of an address; what is unknown counts as absent. */
export const readLeadFilters = (search: URLSearchParams): LeadFilters => {
  const chosen = Object.fromEntries(
    names.map((name) => {
      const choices: readonly string[] = leadChoices[name]
      const text = search.get(name) ?? ''
      return [name, choices.includes(text) ? text : choices[0]]
    }),
  ) as { readonly [N in Name]: Choices[N][number] }
  const market = search.get('market') ?? ''
  return {
    ...chosen,
    market: /^[1-9]\d{0,8}$/.test(market) ? market : '',
    name: (search.get('name') ?? '').trim().slice(0, maxName),
  }
}

/** Query of the address for order, filters and page; what applies without it is left out. */
export const leadQuery = (
  filters: LeadFilters,
  page: number,
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(
    names.map((name) => [name, filters[name] === leadChoices[name][0] ? undefined : filters[name]]),
  ),
  market: filters.market === '' ? undefined : filters.market,
  name: filters.name === '' ? undefined : filters.name,
  leads: page === 1 ? undefined : String(page),
})

/** Whether any filter is set; the order is none. */
export const isFiltered = (filters: LeadFilters): boolean =>
  filters.market !== '' ||
  filters.name !== '' ||
  names.some((name) => name !== 'sort' && filters[name] !== leadChoices[name][0])

/** Nothing filtered, in the same order. */
export const clearedFilters = ({ sort }: LeadFilters): LeadFilters => ({
  ...readLeadFilters(new URLSearchParams()),
  sort,
})

const limitOf = (choice: string): number | undefined =>
  choice === 'any' ? undefined : Number.parseInt(choice, 10)

/** The request for a page of leads. */
export const leadRequest = (filters: LeadFilters, page: number, pageSize: number) =>
  listLeadsToWire(
    {
      state: filters.state === 'all' ? undefined : filters.state,
      market: filters.market === '' ? undefined : Number.parseInt(filters.market, 10),
      name: filters.name === '' ? undefined : filters.name,
      maxRiskScore: limitOf(filters.risk),
      maxDrawdownPercent: limitOf(filters.drawdown),
      minDays: limitOf(filters.record),
      maxLeverage: limitOf(filters.leverage),
    },
    filters.sort,
    page,
    pageSize,
  )
