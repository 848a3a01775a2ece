import { expect, it } from 'vitest'
import { ticketKeyOf } from './ticketKeys.ts'

const press = {
  key: 'b',
  code: 'KeyB',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
}

it('reads the keys of the ticket in every script and case', () => {
  expect(ticketKeyOf(press)).toBe('b')
  expect(ticketKeyOf({ ...press, key: 'S', code: 'KeyS' })).toBe('s')
  expect(ticketKeyOf({ ...press, key: 'и' })).toBe('b')
  expect(ticketKeyOf({ ...press, key: '1', code: 'Digit1' })).toBe('1')
  // On a French keyboard the key above A writes &, and the letter at the place of B is still b.
  expect(ticketKeyOf({ ...press, key: '&', code: 'Digit1' })).toBeNull()
  expect(ticketKeyOf({ ...press, key: 'n' })).toBeNull()
})

it('leaves other keys, modifiers, held keys and handled presses alone', () => {
  for (const change of [
    { key: 'x', code: 'KeyX' },
    { key: '5', code: 'Digit5' },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { repeat: true },
    { defaultPrevented: true },
  ])
    expect(ticketKeyOf({ ...press, ...change }), JSON.stringify(change)).toBeNull()
})
