import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, type Run, runsOf } from './prose.ts'

const words = (runs: readonly Run[]): string => runs.map((run) => run.text).join('')

describe('a line', () => {
  it('has bold text and links', () => {
    expect(runsOf('a **b** [c](https://x.test/d) e')).toEqual([
      { text: 'a ' },
      { text: 'b', bold: true },
      { text: ' ' },
      { text: 'c', link: 'https://x.test/d' },
      { text: ' e' },
    ])
  })
  it.each(['javascript:alert`1`', '//evil.test', '/\\evil.test', 'http://x.test', 'data:text/html,x', ''])(
    'does not lead to %j',
    (link) => expect(runsOf(`[w](${link})`)).toEqual([{ text: 'w' }]),
  )
  it('keeps incomplete marks as text', () => {
    for (const text of ['**', '2 ** 3', '[a] (b)', '* a', '<b>x</b>']) expect(words(runsOf(text))).toBe(text)
  })
  it('keeps every word of a text without marks', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 <>&"'.,-]{0,40}$/), (text) => {
        expect(words(runsOf(text))).toBe(text)
      }),
    )
  })
})

describe('a text', () => {
  it('is split into paragraphs and lists', () => {
    expect(blocksOf('One\nstill one.\n\n- a\n- **b**\nTwo')).toEqual([
      { kind: 'paragraph', runs: [{ text: 'One\nstill one.' }] },
      { kind: 'list', items: [[{ text: 'a' }], [{ text: 'b', bold: true }]] },
      { kind: 'paragraph', runs: [{ text: 'Two' }] },
    ])
  })
  it('has no blocks if blank', () => expect(blocksOf('\n \n')).toEqual([]))
})
