import { expect, it } from 'vitest'
import { blocksOf } from './marked.ts'

it('splits a text into paragraphs and lists', () => {
  const blocks = blocksOf('One\ntwo\n\n- a\n- b\nafter')
  expect(blocks.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['paragraph', 2],
    ['list', 2],
    ['paragraph', 1],
  ])
})

it('parses bold text and safe links, and leaves other text unchanged', () => {
  const [block] = blocksOf('Say **hi** to [us](https://house.test) or [them](javascript:alert(1)) <b>x</b>')
  expect(block?.lines[0]).toEqual([
    { kind: 'plain', text: 'Say ' },
    { kind: 'bold', text: 'hi' },
    { kind: 'plain', text: ' to ' },
    { kind: 'link', text: 'us', to: 'https://house.test' },
    { kind: 'plain', text: ' or ' },
    { kind: 'plain', text: '[them](javascript:alert(1)' },
    { kind: 'plain', text: ') <b>x</b>' },
  ])
})

it('returns no blocks for blank text', () => {
  expect(blocksOf(' \n\n ')).toEqual([])
})
