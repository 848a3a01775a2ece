import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { NumberField } from './NumberField.tsx'
import { PercentPicker } from './PercentPicker.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { Select } from './Select.tsx'
import { StepSlider } from './StepSlider.tsx'
import { TabPanel, Tabs } from './Tabs.tsx'
import { Toggle } from './Toggle.tsx'

const html = (element: ReactElement): string => renderToStaticMarkup(element)

const all = (markup: string, pattern: RegExp): string[] =>
  [...markup.matchAll(pattern)].map(([, found = '']) => found)

/** Ids that the only input names as its description. */
const describedBy = (markup: string): readonly string[] =>
  (/<input[^>]*aria-describedby="([^"]*)"/.exec(markup)?.[1] ?? '').split(' ').filter(Boolean)

const ignore = () => undefined

describe('Field', () => {
  it('is named by its label, inside the well too', () => {
    for (const layout of ['above', 'inside'] as const) {
      const markup = html(<Field label="Amount" layout={layout} value="5" onChange={ignore} />)
      const id = /<input[^>]* id="([^"]*)"/.exec(markup)?.[1]
      expect(markup).toContain(`<label for="${id}"`)
    }
  })

  it('is described by its error, note and limits, each of which exists', () => {
    const markup = html(
      <Field label="Amount" value="5" limits="100 to 200" error="Below 100." note="New." onChange={ignore} />,
    )
    const ids = describedBy(markup)
    expect(ids.map((id) => id.split('-').at(-1))).toEqual(['error', 'note', 'limits'])
    for (const id of ids) expect(markup).toContain(`id="${id}"`)
  })

  it('is only marked where another element shows its error', () => {
    const markup = html(<Field label="Amount" value="5" error errorAt="sum-error" onChange={ignore} />)
    expect(describedBy(markup)).toEqual(['sum-error'])
    expect(markup).toContain('aria-invalid="true"')
    expect(markup).not.toContain('role="alert"')
  })

  it('offers every accepted value after its error', () => {
    const fix = ['10', '20'].map((text) => ({ text, onUse: ignore }))
    const markup = html(<Field label="Amount" value="5" error="Which?" fix={fix} onChange={ignore} />)
    expect(all(markup, /<button[^>]*>([^<]*)<\/button>/g)).toEqual(['10', '20'])
  })

  it('can be read and not changed while it is locked', () => {
    const markup = html(<Field label="Address" value="TXk2" locked />)
    expect(markup).toMatch(/<input[^>]*readOnly=""/i)
    expect(markup).not.toContain('disabled')
  })
})

describe('NumberField', () => {
  const field = (value: string, whole = false) =>
    html(
      <NumberField
        label="Price"
        signs={{ group: '.', decimal: ',' }}
        unclear="Which number?"
        whole={whole}
        value={value}
        onChange={ignore}
      />,
    )

  it('shows plain text in the language of the page', () => {
    expect(field('65010.50')).toContain('value="65.010,50"')
    expect(field('')).toContain('value=""')
  })

  it('shows what could not be read as it was typed', () => {
    expect(field('?twelve')).toContain('value="twelve"')
  })

  it('asks the phone for digits only, where only integers are accepted', () => {
    expect(field('1')).toContain('inputMode="decimal"')
    expect(field('1', true)).toContain('inputMode="numeric"')
  })
})

describe('choices', () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))

  it('have one tab stop, at the chosen option, or at the first when none is chosen', () => {
    const stops = (value: string) =>
      all(
        html(<SegmentedControl label="Kind" options={options} value={value} onChange={ignore} />),
        /tabindex="(-?\d)"/gi,
      )
    expect(stops('b')).toEqual(['-1', '0', '-1'])
    expect(stops('none')).toEqual(['0', '-1', '-1'])
  })

  it('of tabs point to the panel, which is named by the chosen one', () => {
    const tabs = ['a', 'b'].map((id) => ({ id, label: id }))
    const list = html(<Tabs id="orders" label="Orders" tabs={tabs} value="b" onChange={ignore} />)
    expect(all(list, /aria-selected="(\w+)"/g)).toEqual(['false', 'true'])
    expect(new Set(all(list, /aria-controls="([^"]+)"/g))).toEqual(new Set(['orders-panel']))
    const panel = html(
      <TabPanel id="orders" tab="b">
        content
      </TabPanel>,
    )
    expect(panel).toContain('id="orders-panel" aria-labelledby="orders-b"')
  })

  it('of a select are native options under a label that can be hidden', () => {
    const markup = html(<Select label="Wallet" hideLabel options={options} value="b" onChange={ignore} />)
    expect(all(markup, /<option[^>]*>([^<]*)</g)).toEqual(['A', 'B', 'C'])
    expect(markup).toContain('class="sr-only">Wallet</label>')
  })

  it('of a percentage are none, or one with those below it filled', () => {
    const filled = (value: 25 | 75 | null) =>
      all(html(<PercentPicker label="Share" value={value} onPick={ignore} />), /(filled)/g).length
    expect([filled(null), filled(25), filled(75)]).toEqual([0, 1, 3])
  })

  it('of two states say the state to screen readers', () => {
    const toggle = (
      <Toggle on onChange={ignore}>
        AI
      </Toggle>
    )
    const box = (
      <Checkbox checked onChange={ignore}>
        Read
      </Checkbox>
    )
    expect(html(toggle)).toContain('role="switch" aria-checked="true"')
    expect(html(box)).toContain('checked=""')
  })
})

describe('StepSlider', () => {
  const slider = (values: readonly number[], value: number) =>
    html(
      <StepSlider
        label="Leverage"
        values={values}
        value={value}
        format={(leverage) => `${leverage}×`}
        describe={(leverage) => `${leverage} times`}
        onChange={ignore}
      />,
    )

  it('stands at the place of its value among the others and says it', () => {
    const markup = slider([2, 5, 10, 20], 10)
    expect(markup).toMatch(/<input[^>]*min="0"[^>]*max="3"[^>]*value="2"/)
    expect(markup).toContain('aria-valuetext="10 times"')
    expect(markup).toMatch(/<output[^>]*>10×<\/output>/)
    expect(all(markup, /(<i[ >])/g)).toHaveLength(4)
  })

  it('cannot be moved with a single value', () => {
    expect(slider([5], 5)).toContain('disabled')
    expect(slider([5, 10], 5)).not.toContain('disabled')
  })
})
