import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, blocksOf } from './marked.ts'

const letters = fc.constantFrom(
  ...'ab *_[]()-<>&"\n/:.#'.split(''),
  '**',
  '- ',
  '\n\n',
  '[x](https://a.b)',
  '[y](javascript:alert(1))',
)
const anyText = fc.array(letters, { maxLength: 40 }).map((parts) => parts.join(''))
const spansOf = (blocks: readonly Block[]) => blocks.flatMap(({ lines }) => lines.flat())

describe('the text of a record', () => {
  it('keeps every letter outside of its marks, in order, and makes nothing up', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = spansOf(blocksOf(text))
          .map(({ text: part }) => part)
          .join('')
        // Letters that can only be content: marks, blanks and addresses of links left out on both sides.
        const content = (raw: string) =>
          raw.replace(/\[([^\]\n]*)\]\(https?:[^)\n]*\)/g, '$1').replace(/[^ab&"<>#]/g, '')
        expect(content(shown)).toBe(content(text))
      }),
      { numRuns: 500 },
    )
  })

  it('links only to web addresses and pages of this site, never to what runs', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const span of spansOf(blocksOf(text)))
          if (span.kind === 'link') expect(span.to).not.toMatch(/^\s*(javascript|data|vbscript|file|blob):/i)
      }),
      { numRuns: 500 },
    )
    for (const to of [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'data:text/html,x',
      ' javascript:x',
      'vbscript:x',
      'file:///etc',
    ])
      expect(spansOf(blocksOf(`[click](${to})`)).map(({ kind }) => kind)).not.toContain('link')
    expect(spansOf(blocksOf('[ok](https://example.com/a)'))).toEqual([
      { kind: 'link', text: 'ok', to: 'https://example.com/a' },
    ])
  })

  it('is paragraphs and lists only: markup stays letters', () => {
    expect(blocksOf('<b>x</b>\n\n- one\n- **two**\nafter')).toEqual([
      { kind: 'paragraph', lines: [[{ kind: 'plain', text: '<b>x</b>' }]] },
      { kind: 'list', lines: [[{ kind: 'plain', text: 'one' }], [{ kind: 'bold', text: 'two' }]] },
      { kind: 'paragraph', lines: [[{ kind: 'plain', text: 'after' }]] },
    ])
    for (const nothing of ['', ' ', '\n\n\n', ' \n \n ']) expect(blocksOf(nothing)).toEqual([])
  })

  it('leaves marks that are not closed as they were typed', () => {
    for (const text of ['**open', 'a ** b', '[x](', '[x]', '()', '****', '**\n**'])
      expect(spansOf(blocksOf(text)).every(({ kind }) => kind === 'plain')).toBe(true)
  })
})
