import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Calculation } from './Calculation.tsx'
import { CoinIcon } from './CoinIcon.tsx'
import { DonutChart, RingLegend } from './DonutChart.tsx'
import { MarginLevelGauge } from './MarginLevelGauge.tsx'
import { NumberText } from './NumberText.tsx'
import { PriceChange } from './PriceChange.tsx'
import { Sparkline } from './Sparkline.tsx'

const html = (element: ReactElement): string => renderToStaticMarkup(element)

/** The readable text of a component. */
const textOf = (element: ReactElement): string => html(element).replace(/<[^>]*>/g, '')

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

describe('Calculation', () => {
  it('marks operators and the result and keeps the text as it is', () => {
    const sum = '0.011 × 65,850.00 ÷ 10 = 72.4350'
    const markup = html(<Calculation sum={sum} />)
    expect(textOf(<Calculation sum={sum} />)).toBe(sum)
    expect(all(markup, /<span class="[^"]*operator[^"]*">(.)<\/span>/g)).toEqual(['×', '÷', '='])
    expect(all(markup, /<b[^>]*>([^<]*)<\/b>/g)).toEqual(['72.4350'])
  })

  it('marks no result without an equals sign, and no minus sign inside a number', () => {
    const markup = html(<Calculation sum="1,971.0630 − −255.9840" />)
    expect(markup).not.toContain('<b')
    expect(all(markup, /operator[^"]*">(.)</g)).toEqual(['−'])
  })
})

describe('MarginLevelGauge', () => {
  const gauge = (value: number | null, valueText = 'text') =>
    html(
      <MarginLevelGauge
        label="Margin level"
        value={value}
        valueText={valueText}
        liquidation="50"
        transfer="200"
      />,
    )

  it('is a meter from 0 to 300 with the value in words', () => {
    const markup = gauge(122.32, '122.32%')
    expect(markup).toContain('role="meter"')
    expect(markup).toContain('aria-valuemin="0" aria-valuemax="300" aria-valuenow="122.32"')
    expect(markup).toContain('aria-valuetext="122.32%"')
    expect(markup).toContain('aria-label="Margin level"')
  })

  it.each([
    [69.99, 'danger'],
    [70, 'warn'],
    [99.99, 'warn'],
    [100, null],
  ])('at %s has the tone %s', (value, tone) => {
    const found =
      /(danger|warn)/.exec(/^<div><div class="([^"]*)"/.exec(gauge(value))?.[1] ?? '')?.[1] ?? null
    expect(found).toBe(tone)
  })

  it('keeps needle and fill on the track beyond both ends', () => {
    expect(gauge(900)).toContain('width:100%')
    expect(gauge(900)).toContain('aria-valuenow="300"')
    expect(gauge(-5)).toContain('width:0%')
  })

  it('draws neither needle nor fill without a value', () => {
    const markup = gauge(null, 'no position')
    expect(markup).not.toContain('width:')
    expect(markup).toContain('aria-valuetext="no position"')
  })
})

describe('NumberText', () => {
  it('shows the figure without a flash when it is new', () => {
    expect(html(<NumberText value="66128.74" text="66,128.74" />)).not.toContain('flash')
  })

  it('says how old a stale figure is, and that the stream is down rather than how old it is', () => {
    expect(textOf(<NumberText value="1" text="1.00" stale="6 s old" />)).toBe('1.006 s old')
    const both = html(<NumberText value="1" text="1.00" stale="6 s old" offline="reconnecting" />)
    expect(both).toContain('reconnecting')
    expect(both).not.toContain('6 s old')
  })
})

describe('PriceChange', () => {
  it.each([
    ['up', '▲ 0.61%'],
    ['down', '▼ 0.61%'],
    ['flat', '0.61%'],
  ] as const)('%s repeats the colour by an arrow', (direction, text) => {
    expect(textOf(<PriceChange direction={direction}>0.61%</PriceChange>)).toBe(text)
  })

  it('leaves the arrow out where a sign says it', () => {
    expect(
      textOf(
        <PriceChange direction="up" arrow={false}>
          +255.9840
        </PriceChange>,
      ),
    ).toBe('+255.9840')
  })
})

describe('Sparkline', () => {
  it('puts the highest point at the top and the lowest at the bottom, inside its box', () => {
    const markup = html(<Sparkline points={[0, 1, 0.5]} direction="up" width={102} height={34} />)
    expect(markup).toContain('d="M1.0 32.0L51.0 2.0L101.0 17.0"')
  })

  it('draws nothing of fewer than two points and keeps its place', () => {
    const markup = html(<Sparkline points={[0.5]} direction="flat" width={80} height={20} />)
    expect(markup).toBe('<svg width="80" height="20" aria-hidden="true"></svg>')
  })
})

describe('DonutChart', () => {
  const arcs = (permilles: readonly number[]) => {
    const parts = permilles.map((permille, index) => ({ id: `${index}`, permille, tone: 1 as const }))
    const markup = html(<DonutChart parts={parts} />)
    return {
      markup,
      lengths: all(markup, /stroke-dasharray="(\d+) 1000"/g).map(Number),
      starts: all(markup, /stroke-dashoffset="(-?\d+)"/g).map(Number),
    }
  }

  it('draws each part from the end of the one before, with a gap', () => {
    const { lengths, starts } = arcs([620, 380])
    expect(lengths).toEqual([614, 374])
    expect(starts).toEqual([0, -620])
  })

  it('leaves out parts smaller than the gap and closes the ring of a single part', () => {
    expect(arcs([996, 4]).lengths).toEqual([1000])
    expect(arcs([]).markup).toContain('none')
  })

  it('is hidden from screen readers, and so is its legend mark', () => {
    expect(arcs([500, 500]).markup).toContain('aria-hidden="true"')
    expect(html(<RingLegend tone={2} />)).toContain('aria-hidden="true"')
  })
})

describe('CoinIcon', () => {
  it('shows the coin of a pair and the first letter of an unknown code', () => {
    expect(html(<CoinIcon code="BTCUSDT" />)).toBe(html(<CoinIcon code="BTC" />))
    expect(textOf(<CoinIcon code="NEWUSDT" />)).toBe('N')
  })

  it('gives an unknown code the same colour every time', () => {
    expect(html(<CoinIcon code="ABC" size={28} />)).toBe(html(<CoinIcon code="ABC" size={28} />))
    expect(html(<CoinIcon code="ABC" />)).not.toBe(html(<CoinIcon code="ABD" />))
  })
})
