import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('builds addresses and omits missing parameters', () => {
  expect(paths.queue()).toBe('/')
  expect(paths.queue({ kind: 'deposit', text: '', status: undefined })).toBe('/?kind=deposit')
  expect(paths.item('withdrawal', 7, { only: 'mine' })).toBe('/queue/withdrawal/7?only=mine')
  expect(paths.content()).toBe('/content')
  expect(paths.content('news', 'new')).toBe('/content/news/new')
  expect(paths.audit({ target: 'customer 10001' })).toBe('/audit?target=customer+10001')
})
