import { languages } from '@glasshouse/core/wire/languages'
import { describe, expect, it } from 'vitest'
import { withdrawalEmail } from './emails.ts'

const values = {
  id: 17,
  amount: '100',
  net: '95',
  fee: '5',
  destination: 'TJCnKs…6sxMW',
  deadline: '2026-06-17 13:41:07',
  remark: 'The name is $& another {id}.',
  until: '2026-06-24 13:41:07',
  proof: 'abcdef',
}

describe.each(languages)('in %s', (lang) => {
  it('contains amount, costs, destination and deadline', () => {
    const { subject, text } = withdrawalEmail(lang, 'requested', values)
    expect(subject).toContain('17')
    for (const part of ['100', '95', '5', 'TJCnKs…6sxMW', '2026-06-17 13:41:07']) expect(text).toContain(part)
  })
  it('quotes the remark of a rejection and the proof of a sending unchanged', () => {
    expect(withdrawalEmail(lang, 'rejected', values).text).toContain('The name is $& another {id}.')
    expect(withdrawalEmail(lang, 'sent', values).text).toContain('abcdef')
    expect(withdrawalEmail(lang, 'held', values).text).toContain('2026-06-24 13:41:07')
    expect(withdrawalEmail(lang, 'approved', values).text).toContain('95')
  })
  it('contains no link and no unfilled placeholder', () => {
    for (const about of ['requested', 'approved', 'rejected', 'sent', 'held'] as const) {
      const { subject, text } = withdrawalEmail(lang, about, { ...values, remark: 'x' })
      expect(`${subject} ${text}`).not.toMatch(/https?:|[{}]/)
    }
  })
})
