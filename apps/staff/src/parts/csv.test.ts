import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it('quotes what would tear a line apart', () => {
  expect(csvText(['name', 'note'], [['a,b', 'says "hi"\nand goes']])).toBe(
    'name,note\r\n"a,b","says ""hi""\nand goes"\r\n',
  )
})

it.each(['=1+1', '+cmd', '@sum', '-2+3', '\tx'])('does not let %s become a formula', (text) => {
  expect(csvText(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`)
})

it('leaves numbers numbers and nothing empty', () => {
  expect(csvText(['a', 'b', 'c'], [['-12.50', 7, null]])).toBe('a,b,c\r\n-12.50,7,\r\n')
})
