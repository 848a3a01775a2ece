import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentKinds, kindSpecs, readContent } from '../records.ts'
import {
  contentFieldsFromWire,
  contentFieldsToWire,
  contentPathToWire,
  rawContentFieldsFromWire,
} from './codec.ts'

/** Fields of each kind on the wire, by the reference of contentSave. */
const onTheWire = {
  news: ['picthumb', 'picurl'],
  faq: ['picthumb', 'picurl'],
  banner: ['place', 'picurl', 'link'],
  nav: ['place', 'link'],
  homeMsg: [],
  about: ['email', 'facebook', 'twitter', 'youtube'],
  product: ['picurl'],
  task: ['id', 'money'],
  signinRule: ['part', 'minmoney', 'maxmoney', 'money', 'times', 'money2'],
  country: ['countrycode', 'telcode'],
  plan: ['year'],
  team: ['product'],
  certificate: ['issuer', 'issued', 'source', 'picurl'],
  aiRule: ['minprice', 'maxprice', 'maxtimes', 'multiple'],
  campaign: ['from', 'to', 'link'],
} as const satisfies Record<(typeof contentKinds)[number], readonly string[]>

describe('the fields of a record', () => {
  it.each(contentKinds)('of kind %s have the names of the wire there, and those inside here', (kind) => {
    const inside = Object.fromEntries(
      Object.keys(kindSpecs[kind].fields).map((name, at) => [name, String(at)]),
    )
    const wire = contentFieldsToWire(kind, inside)
    expect(Object.keys(wire)).toEqual(onTheWire[kind])
    expect(contentFieldsFromWire(kind, wire)).toEqual(inside)
    for (const [at, name] of Object.keys(inside).entries())
      expect(contentPathToWire(kind, `fields.${name}`)).toBe(`fields.${onTheWire[kind][at]}`)
  })

  it('are refused under a name that only the other side knows, and named as they were sent', () => {
    const texts = { en: { name: 'Small' } }
    for (const kind of contentKinds)
      for (const name of Object.keys(kindSpecs[kind].fields)) {
        if ((onTheWire[kind] as readonly string[]).includes(name)) continue
        const read = readContent(kind, texts, rawContentFieldsFromWire(kind, { [name]: '1' }))
        const path = 'problem' in read ? (read.problem as string) : ''
        if (path.startsWith('fields.')) expect(contentPathToWire(kind, path)).toBe(`fields.${name}`)
        expect(Object.keys(contentFieldsFromWire(kind, { [name]: '1' }))).not.toContain(name)
      }
    const minAssets = { part: 'rule', minAssets: '0', maxmoney: '9', money: '1', money2: '1', times: '2' }
    const read = readContent('signinRule', texts, rawContentFieldsFromWire('signinRule', minAssets))
    expect(read).toEqual({ problem: 'fields.minmoney' })
    expect(contentPathToWire('signinRule', 'fields.minmoney')).toBe('fields.minAssets')
  })

  it('return from the wire whatever they are called, none lost and none joined', () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom('picture', 'picurl', 'minAssets', 'minmoney', '__proto__'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...contentKinds), fc.dictionary(names, fc.string()), (kind, fields) => {
        const wire = contentFieldsToWire(kind, fields)
        expect(Object.keys(wire)).toHaveLength(Object.keys(fields).length)
        expect(contentFieldsFromWire(kind, wire)).toEqual({ ...fields })
      }),
    )
  })

  it('that are none are left as they are, as are paths of texts', () => {
    for (const raw of [null, 'x', 5, ['picurl'], undefined])
      expect(rawContentFieldsFromWire('news', raw)).toBe(raw)
    for (const path of ['texts.en.picture', 'fields', 'texts', 'fields.place'])
      expect(contentPathToWire('news', path)).toBe(path)
  })
})
