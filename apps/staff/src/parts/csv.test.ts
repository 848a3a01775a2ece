import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it('quotes separators, quotes and line breaks', () => {
  expect(csvText(['name', 'note'], [['a,b', 'says "hi"\nand goes']])).toBe(
    'name,note\r\n"a,b","says ""hi""\nand goes"\r\n',
  )
})

it.each(['=1+1', '+cmd', '@sum', '-2+3', '\tx'])('does not let %s become a formula', (text) => {
  expect(csvText(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`)
})

it('writes numbers unquoted and null as an empty cell', () => {
  expect(csvText(['a', 'b', 'c'], [['-12.50', 7, null]])).toBe('a,b,c\r\n-12.50,7,\r\n')
})
