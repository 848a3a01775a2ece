import { languages } from '@glasshouse/core/wire/languages'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isCountrySupported } from './countries.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Country = { name: string; telcode: string; countrycode: string }
type Fields = Readonly<Record<string, string | number>>
const countries = async (lang = 'en') =>
  (await counter.ask('/api/common/countrys', { lang })).data as readonly Country[]
const staff = (call: string, fields: Fields) =>
  counter.ask(`/staff/api/${call}`, { kind: 'country', ...fields }, counter.manager)

/** Id of a country's record on any page of the list. */
const recordOf = async (countrycode: string): Promise<number> => {
  for (let pageNum = 1; pageNum < 5; pageNum += 1) {
    const { data } = await staff('contentList', { pageNum, pageSize: 100, isAsc: 'asc' })
    const rows = data as readonly { id: number; fields: Record<string, string> }[]
    const found = rows.find(({ fields }) => fields.countrycode === countrycode)
    if (found !== undefined) return found.id
  }
  throw new Error(`no record of ${countrycode}`)
}

describe('countries', () => {
  it('ship completely, with the dialling codes of the phone library', async () => {
    const listed = await countries()
    const known = getCountries().map((code) => [code, getCountryCallingCode(code)])
    expect(listed.map(({ countrycode, telcode }) => [countrycode, telcode]).sort()).toEqual(known.sort())
    expect([listed[0]?.name, listed[1]?.name]).toEqual(['Afghanistan', 'Åland Islands'])
  })
  it('are named in every language', async () => {
    for (const lang of languages)
      for (const { name, countrycode } of await countries(lang))
        expect([lang, countrycode, name.trim()]).not.toEqual([lang, countrycode, countrycode])
    const names = await Promise.all(
      languages.map(async (lang) => (await countries(lang)).find((one) => one.countrycode === 'DE')?.name),
    )
    expect(names).toEqual([
      'Germany',
      'ドイツ',
      '독일',
      'เยอรมนี',
      'Германия',
      'Alemania',
      'Alemanha',
      '德国',
      '德國',
    ])
  })
  it('are offered while published; registration elsewhere is rejected', async () => {
    const id = await recordOf('MC')
    const fields = '{"countrycode":"MC","telcode":"377"}'
    const form = {
      telcode: '377',
      phone: '37761234567',
      email: 'monaco@example.com',
      oid: '10000',
      pwd: 'Harbour77!',
      verifycode: '123456',
      type: 2,
    }
    const register = (changes: Fields = {}) => counter.ask('/api/user/register', { ...form, ...changes })
    expect((await register()).retCode).toBe(1008)
    expect((await staff('contentSave', { id, published: 0, texts: '{}', fields })).retCode).toBe(0)
    expect((await countries()).some(({ countrycode }) => countrycode === 'MC')).toBe(false)
    expect(await register()).toMatchObject({ retCode: 1006, data: { field: 'telcode' } })
    expect((await register({ telcode: 'x' })).data).toEqual({ field: 'telcode' })
    const texts = '{"es":{"name":"El Principado"}}'
    expect((await staff('contentSave', { id, published: 1, texts, fields })).retCode).toBe(0)
    const nameIn = async (lang: string) =>
      (await countries(lang)).find(({ countrycode }) => countrycode === 'MC')?.name
    expect([await nameIn('es'), await nameIn('en'), await nameIn('ru')]).toEqual([
      'El Principado',
      'Monaco',
      'Монако',
    ])
    expect((await register()).retCode).toBe(1008)
  })
  it('with one dialling code are offered while one of them is', async () => {
    const id = await recordOf('VA')
    expect((await staff('contentDelete', { id })).retCode).toBe(0)
    const telcodes = (await countries()).map(({ telcode }) => telcode)
    expect(telcodes).toContain('39')
    const { db } = counter.stage.database
    expect(
      await Promise.all(['39', '1809', '7', '8', '999'].map((code) => isCountrySupported(db, code))),
    ).toEqual([true, true, true, false, false])
  })
  it.each([
    ['{"countrycode":"de","telcode":"49"}', 'fields.countrycode'],
    ['{"countrycode":"DE","telcode":"+49"}', 'fields.telcode'],
    ['{"countrycode":"DE"}', 'fields.telcode'],
  ])('written as %s are rejected', async (fields, field) => {
    expect(await staff('contentSave', { published: 0, texts: '{}', fields })).toMatchObject({
      retCode: 1001,
      data: { field },
    })
  })
  it('are published once each', async () => {
    const fields = '{"countrycode":"DE","telcode":"49"}'
    expect(await staff('contentSave', { published: 1, texts: '{}', fields })).toMatchObject({
      retCode: 2003,
      data: { reason: 'overlaps', id: await recordOf('DE') },
    })
  })
})
