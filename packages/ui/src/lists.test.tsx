import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Badge } from './Badge.tsx'
import { BrandRoof } from './BrandRoof.tsx'
import { Button, buttonClass } from './Button.tsx'
import { DescriptionList } from './DescriptionList.tsx'
import { EmptyState } from './EmptyState.tsx'
import { EvidenceButton } from './EvidenceButton.tsx'
import { FieldError } from './FieldError.tsx'
import { firstThatPasses } from './firstThatPasses.tsx'
import { GlassPanel } from './GlassPanel.tsx'
import { Icon } from './Icon.tsx'
import { Kbd } from './Kbd.tsx'
import { ListRow } from './ListRow.tsx'
import { Logo } from './Logo.tsx'
import { Pager, pagesOf } from './Pager.tsx'
import { PracticeBadge } from './PracticeBadge.tsx'
import { Skeleton } from './Skeleton.tsx'
import { type Column, Table } from './Table.tsx'

const html = (element: ReactElement): string => renderToStaticMarkup(element)

type Row = { readonly symbol: string; readonly price: string }
const columns: readonly Column<Row>[] = [
  { id: 'symbol', head: 'Market', cell: ({ symbol }) => symbol },
  { id: 'price', head: 'Price', align: 'right', width: 120, cell: ({ price }) => price },
  { id: 'act', head: '', bone: 0, cell: () => <button type="button">Close</button> },
]
const rows: readonly Row[] = [
  { symbol: 'BTCUSDT', price: '66,128.74' },
  { symbol: 'ETHUSDT', price: '2,327.15' },
]
type TableProps = Partial<Parameters<typeof Table<Row>>[0]>
const table = (more: TableProps) =>
  html(
    <Table
      caption="Markets"
      columns={columns}
      rows={rows}
      rowKey={({ symbol }) => symbol}
      empty={<EmptyState icon="rows" title="No markets" />}
      {...more}
    />,
  )
const count = (text: string, part: string): number => text.split(part).length - 1

describe('Table', () => {
  it('names itself for screen readers and heads every column', () => {
    const markup = table({})
    expect(markup).toContain('<caption class="sr-only">Markets</caption>')
    expect(count(markup, 'scope="col"')).toBe(3)
    expect(markup).toContain('width:120px')
    expect(count(markup, '<tr')).toBe(3)
  })

  it('draws a skeleton while it loads: as many rows as asked, no bar in a column of buttons', () => {
    const markup = table({ rows: undefined, skeletonRows: 4 })
    expect(markup).toContain('<tbody aria-busy="true">')
    expect(count(markup, '<tr')).toBe(5)
    expect(count(markup, 'aria-hidden="true"')).toBe(4 * 3)
    expect(markup).not.toContain('Close')
  })

  it('shows why it is empty over the full width, and a failure rather than a skeleton', () => {
    expect(table({ rows: [] })).toContain('<td colSpan="3"')
    expect(table({ rows: [] })).toContain('No markets')
    const failed = table({ rows: undefined, failed: <p>The list did not load</p> })
    expect(failed).toContain('The list did not load')
    expect(failed).not.toContain('aria-busy')
  })

  it('marks the chosen row and shows details only below expanded rows', () => {
    const markup = table({
      isChosen: ({ symbol }) => symbol === 'ETHUSDT',
      detail: ({ symbol }) => (symbol === 'BTCUSDT' ? 'Closed for maintenance' : null),
    })
    expect(count(markup, 'Closed for maintenance')).toBe(1)
    expect(count(markup, '<tr')).toBe(4)
    expect(/<tr class="[^"]*chosen[^"]*"><td[^>]*>ETHUSDT/.test(markup)).toBe(true)
  })
})

describe('Pager', () => {
  const pager = (page: number, pages: number) =>
    html(
      <Pager
        label="Pages"
        summary="1 to 2 of 14"
        page={page}
        pages={pages}
        previous="Previous page"
        next="Next page"
        onPage={() => {}}
      />,
    )

  it.each([
    [0, 1],
    [1, 1],
    [25, 1],
    [26, 2],
    [250, 10],
  ])('has, for %s rows of 25, %s pages', (total, pages) => {
    expect(pagesOf(total, 25)).toBe(pages)
  })

  it('has no buttons for a single page, and locks those at the ends', () => {
    expect(pager(1, 1)).not.toContain('<button')
    const disabled = (markup: string) =>
      [...markup.matchAll(/<button[^>]*>/g)].map(([button]) => button.includes('disabled=""'))
    expect(disabled(pager(1, 7))).toEqual([true, false])
    expect(disabled(pager(4, 7))).toEqual([false, false])
    expect(disabled(pager(7, 7))).toEqual([false, true])
    expect(pager(4, 7)).toContain('aria-current="page"')
  })
})

describe('EmptyState', () => {
  it('is announced only when something failed', () => {
    expect(html(<EmptyState icon="orders" title="No positions" />)).not.toContain('role=')
    expect(html(<EmptyState icon="warning" tone="warn" title="Not loaded" />)).toContain('role="alert"')
  })

  it('shows text and action only when given', () => {
    const plain = html(<EmptyState icon="orders" title="No positions" />)
    const whole = html(
      <EmptyState icon="orders" title="No positions" text="They show here." action={<a href="/">Open</a>} />,
    )
    expect(plain).not.toContain('They show here.')
    expect(whole).toContain('They show here.')
    expect(whole).toContain('<a href="/">Open</a>')
  })
})

describe('DescriptionList', () => {
  it('pairs labels with values, the calculation below, the total marked', () => {
    const markup = html(
      <DescriptionList
        items={[
          { id: 'fee', label: 'Fee', value: '19.8387', working: '600 × 0.033' },
          { id: 'back', label: 'Back', value: '2,207.2083', total: true },
        ]}
      />,
    )
    expect([...markup.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, a, b]) => [a, b])).toEqual([
      ['Fee', '19.8387'],
      ['Back', '2,207.2083'],
    ])
    expect(count(markup, 'total')).toBe(1)
    expect(markup).toContain('600 × 0.033')
  })
})

describe('ListRow', () => {
  it('shows both lines of both sides, and graphics where given', () => {
    const row = <ListRow mark={<i>mark</i>} title="BTCUSDT" text="24 h" value="66,128.74" note="live" />
    expect(
      html(row)
        .replace(/<[^>]*>/g, ' ')
        .trim()
        .split(/\s+/),
    ).toEqual(['mark', 'BTCUSDT', '24', 'h', '66,128.74', 'live'])
  })
})

describe('Button', () => {
  it('submits only when asked to', () => {
    expect(html(<Button>Save</Button>)).toContain('type="button"')
    expect(html(<Button type="submit">Save</Button>)).toContain('type="submit"')
  })

  it('stays focusable when it is locked, without and with a visible reason', () => {
    const silent = html(<Button reason={true}>Save</Button>)
    expect(silent).toContain('aria-disabled="true"')
    expect(silent).not.toContain(' disabled')
    expect(silent).not.toContain('aria-describedby')
    const shown = html(<Button reason="Nothing changed.">Save</Button>)
    const id = /aria-describedby="([^"]*)"/.exec(shown)?.[1]
    expect(shown).toContain(`<span id="${id}"`)
  })

  it('shows its busy label instead of its own, from a function too', () => {
    expect(html(<Button busy="Saving">Save</Button>)).toContain('Saving')
    expect(html(<Button busy={(seconds) => `${seconds} s`}>Save</Button>)).toContain('0 s')
    expect(html(<Button busy={false}>Save</Button>)).toContain('Save')
  })

  it.each(['', null, undefined, false] as const)('is not locked by the reason %o', (reason) => {
    expect(html(<Button reason={reason}>Save</Button>).includes('aria-disabled')).toBe(reason === '')
  })

  it('lends its look to a link', () => {
    const look = (options: Parameters<typeof buttonClass>[0]) => buttonClass(options)
    expect(look({ variant: 'primary', size: 'l', wide: true })).toMatch(/button.*primary.*l.*wide/)
    expect(look({})).toMatch(/button.*secondary/)
  })
})

describe('small marks', () => {
  it.each([
    ['Icon', <Icon key="1" name="lock" />],
    ['Logo', <Logo key="2" />],
    ['BrandRoof', <BrandRoof key="3" />],
    ['Skeleton', <Skeleton key="4" width={40} />],
  ])('%s is hidden from screen readers', (_name, element) => {
    expect(html(element)).toContain('aria-hidden="true"')
  })

  it('Badge, Kbd and GlassPanel show their content in their own element', () => {
    expect(html(<Badge tone="warn">2 h left</Badge>)).toMatch(
      /^<span class="[^"]*warn[^"]*">2 h left<\/span>$/,
    )
    expect(html(<Kbd>Esc</Kbd>)).toMatch(/^<kbd[^>]*>Esc<\/kbd>$/)
    expect(html(<GlassPanel id="panel">content</GlassPanel>)).toMatch(
      /^<div id="panel" class="[^"]+">content</,
    )
  })

  it('PracticeBadge explains itself', () => {
    expect(html(<PracticeBadge text="PRACTICE" explanation="Play money." />)).toContain('title="Play money."')
  })

  it('FieldError is announced and can be named by its field', () => {
    const markup = html(<FieldError id="mistake">The price moved.</FieldError>)
    expect(markup).toContain('id="mistake"')
    expect(markup).toContain('role="alert"')
  })

  it('EvidenceButton is named by its label where it has no text', () => {
    expect(html(<EvidenceButton label="Receipt" onClick={() => {}} />)).toContain('aria-label="Receipt"')
    const shown = html(
      <EvidenceButton label="Receipt" onClick={() => {}}>
        tick 812
      </EvidenceButton>,
    )
    expect(shown).not.toContain('aria-label')
    expect(shown).toContain('tick 812')
  })
})

describe('firstThatPasses', () => {
  it('takes the first accepted candidate and null when there is none', () => {
    expect(firstThatPasses([12, 50, 60], (amount) => amount >= 50)).toBe(50)
    expect(firstThatPasses([12], (amount) => amount >= 50)).toBeNull()
    expect(firstThatPasses([], () => true)).toBeNull()
  })
})
