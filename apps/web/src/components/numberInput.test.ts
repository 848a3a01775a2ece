import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDecimal } from '@glasshouse/core/money/units'
import { groupNumber, readNumber, ungroupNumber } from '@glasshouse/ui/typedNumber'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../i18n/languages.ts'
import { createFormatters, type Formatters } from './formatters.ts'

const plainOf = (text: string, { signs }: Formatters, unit?: string): string => {
  const reading = readNumber(text, signs, unit)
  return reading.kind === 'number' ? reading.plain : reading.kind
}
/** Removes trailing zeros of the decimals. */
const withoutZeros = (plain: string): string => (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain)

describe.each(languages.map(({ tag }) => tag))('in %s', (tag) => {
  const figures = createFormatters(tag)
  const units = fc.bigInt(0n, 10n ** 23n)
  const digits = fc.integer({ min: 0, max: 9 })

  it('reads every printed price and quantity as the displayed number', () => {
    fc.assert(
      fc.property(units, digits, (value, scale) => {
        const step = 10n ** BigInt(9 - scale)
        const price = value - (value % step)
        expect(withoutZeros(plainOf(figures.price(price, scale), figures))).toBe(formatDecimal(price, 9))
        const amount = scale > 8 ? value : value - (value % 10n ** BigInt(8 - scale))
        const read = plainOf(figures.quantity(amount, Math.min(scale, 8)), figures)
        expect(withoutZeros(read)).toBe(formatDecimal(amount, 8))
      }),
    )
  })

  it('reads every printed amount as the displayed number, with sign and unit', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 23n), 10n ** 23n), fc.boolean(), (value, signed) => {
        const printed = figures.amount(value, 'floor', 8, signed ? 'always' : 'negative')
        expect(withoutZeros(plainOf(printed, figures))).toBe(formatDecimal(value, 8))
        expect(withoutZeros(plainOf(`${printed} USDT`, figures, 'USDT'))).toBe(formatDecimal(value, 8))
      }),
    )
  })

  it('reads every printed count and trimmed quantity as the displayed number', () => {
    fc.assert(
      fc.property(fc.nat(), units, (count, value) => {
        expect(plainOf(figures.whole(count), figures)).toBe(String(count))
        expect(plainOf(figures.plain(figures.trimmed(value)), figures)).toBe(formatDecimal(value, 8))
      }),
    )
  })

  it('formats field values as the page does, and reads both forms', () => {
    fc.assert(
      fc.property(units, (value) => {
        const plain = formatDecimal(value, 8)
        expect(groupNumber(plain, figures.signs)).toBe(figures.plain(plain))
        expect(plainOf(groupNumber(plain, figures.signs), figures)).toBe(plain)
        expect(plainOf(ungroupNumber(plain, figures.signs), figures)).toBe(plain)
      }),
    )
  })

  it('accepts spaces of any width between groups', () => {
    fc.assert(
      fc.property(units, fc.constantFrom(' ', '\u00a0', '\u2009', '\u202f'), (value, blank) => {
        const plain = formatDecimal(value, 8)
        const spaced = groupNumber(plain, { ...figures.signs, group: blank })
        expect(plainOf(spaced, figures)).toBe(plain)
      }),
    )
  })

  it('reads a number of another language as itself, in the own notation, or not at all', () => {
    const otherFormatters = fc.constantFrom(...languages.map((language) => createFormatters(language.tag)))
    fc.assert(
      fc.property(units, otherFormatters, (value, other) => {
        const printed = other.plain(formatDecimal(value, 8))
        const reading = readNumber(printed, figures.signs)
        if (reading.kind !== 'number' || reading.plain === formatDecimal(value, 8)) return
        // Allowed only if the own notation prints another number with the same text.
        expect(figures.plain(reading.plain)).toBe(printed)
      }),
    )
  })
})

/** Fields for digits that are not quantities: codes, phone numbers and customer numbers. */
const identifiers = new Set([
  'apps/web/src/screens/signIn/LockedForm.tsx',
  'apps/web/src/screens/signIn/OtpForm.tsx',
  'apps/web/src/components/signIn/CodeField.tsx',
  'apps/web/src/components/stepUp/StepUpDialog.tsx',
  'apps/web/src/screens/account/AppCode.tsx',
  'apps/web/src/screens/account/SendMoney.tsx',
  'apps/staff/src/screens/audit/Audit.tsx',
  'apps/staff/src/screens/customers/Grants.tsx',
  'apps/staff/src/screens/entrance/SignIn.tsx',
  'apps/staff/src/screens/entrance/AcceptInvitation.tsx',
  'apps/staff/src/screens/members/Account.tsx',
  'packages/ui/src/NumberField.tsx',
])

it('uses a number field for every quantity', () => {
  const root = join(import.meta.dirname, '..', '..', '..', '..')
  const sources = ['apps/web/src', 'apps/staff/src', 'packages/ui/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .map((name) => `${folder}/${name}`),
  )
  const bare = sources.filter((path) =>
    /inputMode=(?:"decimal"|"numeric"|\{)|type="number"/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(new Set(bare)).toEqual(identifiers)
})
