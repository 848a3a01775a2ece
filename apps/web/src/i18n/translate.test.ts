import { describe, expect, it } from 'vitest'
import { type Catalogue, translate } from './translate.ts'

const english = new Intl.PluralRules('en')
const russian = new Intl.PluralRules('ru')
const orders: Catalogue = {
  orders_one: '{{count}} ордер',
  orders_few: '{{count}} ордера',
  orders_many: '{{count}} ордеров',
  orders_other: '{{count}} ордера',
}

describe('translate', () => {
  it('finds a sentence in its group', () => {
    expect(translate({ ticket: { stops: { title: 'TP/SL' } } }, 'ticket.stops.title', {}, english)).toBe(
      'TP/SL',
    )
  })
  it.each([
    [0, '0 ордеров'],
    [1, '1 ордер'],
    [2, '2 ордера'],
    [5, '5 ордеров'],
    [11, '11 ордеров'],
    [21, '21 ордер'],
    [22, '22 ордера'],
    [1.5, '1.5 ордера'],
  ])('takes the form that %d needs', (count, text) => {
    expect(translate(orders, 'orders', { count }, russian)).toBe(text)
  })
  it('treats a count without plural forms as a plain placeholder', () => {
    expect(translate({ page: 'Page {{count}}' }, 'page', { count: 3 }, english)).toBe('Page 3')
    expect(translate({ ...orders, orders: '{{count}}' }, 'orders', { count: '1,000' }, english)).toBe('1,000')
  })
  it('inserts every value literally', () => {
    const catalogue = { sent: '{{who}} sent {{ sum }} to {{who}}' }
    expect(translate(catalogue, 'sent', { who: '$&', sum: '<b>{{who}}</b>' }, english)).toBe(
      '$& sent <b>{{who}}</b> to $&',
    )
  })
  it('leaves a placeholder of an undefined value blank', () => {
    expect(translate({ sum: 'Sum: {{sum}}.' }, 'sum', { sum: undefined }, english)).toBe('Sum: .')
  })
  it('returns the key of a missing sentence or of a group', () => {
    expect(translate({ ticket: { title: 'Order' } }, 'ticket.name', {}, english)).toBe('ticket.name')
    expect(translate({ ticket: { title: 'Order' } }, 'ticket', {}, english)).toBe('ticket')
    expect(translate({ ticket: 'Order' }, 'ticket.title', {}, english)).toBe('ticket.title')
  })
})
