import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import {
  type About,
  aboutFromWire,
  aboutToWire,
  articleFromWire,
  articleKindToWire,
  bannerRowsFromWire,
  bannerRowsToWire,
  bannersFromWire,
  bannersToWire,
  countriesFromWire,
  countriesToWire,
  homeNoticesFromWire,
  homeNoticeToWire,
  listedArticlesFromWire,
  listedArticleToWire,
  menuFromWire,
  menuToWire,
  neighboursFromWire,
  neighboursToWire,
  type StaffRecord,
  saveContentFromWire,
  saveContentToWire,
  staffRecordFromWire,
  staffRecordToWire,
} from './codec.ts'

const article = { id: 3, title: 'T', content: 'C', updatedMs: 5000, reads: 12 }
const articleFields = { id: 3, title: 'T', content: 'C', update_time: 5000, readnum: 12 }

it('an article has its time, its reads and its pictures under the names of the wire, and returns', () => {
  const listed = { ...article, subtitle: 'S', thumbnail: '/a', picture: '/b' }
  const wire = listedArticleToWire(listed)
  expect(wire).toEqual({ ...articleFields, subtitle: 'S', picthumb: '/a', picurl: '/b' })
  expect(calls['/api/common/news'].data.parse([wire])).toEqual([wire])
  expect(listedArticlesFromWire([wire])).toEqual([listed])
})

it('an article is found between its neighbours, or at an end of the list', () => {
  const [prev, next] = [
    { ...article, id: 2 },
    { ...article, id: 4 },
  ]
  const wire = neighboursToWire({ prev, current: article, next })
  expect(wire.map(({ id, position }) => [id, position])).toEqual([
    [2, 'prev'],
    [3, 'current'],
    [4, 'next'],
  ])
  expect(calls['/api/common/newinfo'].data.parse(wire)).toEqual(wire)
  expect(neighboursFromWire(wire)).toEqual({ prev, current: article, next })
  const alone = { prev: undefined, current: article, next: undefined }
  expect(neighboursToWire(alone)).toEqual([{ ...articleFields, position: 'current' }])
  expect(neighboursFromWire(neighboursToWire(alone))).toEqual(alone)
})

it('questions are articles of type 5, news of type 7', () => {
  expect([articleKindToWire('faq'), articleKindToWire('news')]).toEqual([{ type: 5 }, { type: 7 }])
  for (const kind of ['faq', 'news'] as const)
    expect(articleFromWire({ id: 1, ...articleKindToWire(kind) })).toEqual({ id: 1, kind })
})

it('menus, pictures, notices and countries have the fields of the wire, and return', () => {
  expect(menuToWire(2)).toEqual({ bartype: 2 })
  expect(menuFromWire({ bartype: 2 })).toBe(2)
  expect(bannersToWire({ type: 1, code: 'home' })).toEqual({ bannertype: 1, code: 'home' })
  expect(bannersFromWire({ bannertype: 1 })).toEqual({ type: 1, code: '' })
  const banners = [{ picture: '/a', link: '/', title: 'T' }]
  expect(bannerRowsToWire(banners)).toEqual([{ picurl: '/a', link: '/', title: 'T' }])
  expect(bannerRowsFromWire(bannerRowsToWire(banners))).toEqual(banners)
  const notice = { id: 1, title: 'T', content: 'C', createdMs: 7 }
  expect(homeNoticeToWire(notice)).toEqual({ id: 1, title: 'T', content: 'C', createtime: 7 })
  expect(homeNoticesFromWire([homeNoticeToWire(notice)])).toEqual([notice])
  const countries = [{ name: 'Japan', countryCode: 'JP', dialCode: '81' }]
  expect(countriesToWire(countries)).toEqual([{ name: 'Japan', countrycode: 'JP', telcode: '81' }])
  expect(countriesFromWire(countriesToWire(countries))).toEqual(countries)
})

it('the about page returns from the wire with the pictures of products and certificates', () => {
  const about: About = {
    ...{ name: 'N', email: 'e', riskNotice: 'R', profile: 'P', plans: [], teams: [], campaign: null },
    products: [{ title: 'T', content: 'C', picture: '' }],
    certificates: [
      { id: 1, title: 'T', issuer: 'I', issued: '20270101', source: 'https://i', picture: '/c' },
    ],
    social: { facebook: '', twitter: '', youtube: '' },
  }
  const wire = aboutToWire(about)
  expect([wire.products[0]?.picurl, wire.certificates[0]?.picurl]).toEqual(['', '/c'])
  expect(calls['/api/common/about'].data.parse(wire)).toEqual(wire)
  expect(aboutFromWire(wire)).toEqual(about)
})

it('a record of staff returns from the wire with its fields under their names inside', () => {
  const record: StaffRecord = {
    ...{ kind: 'country', id: 9, isPublished: true, position: 2, texts: { en: { name: 'Japan' } } },
    fields: { countryCode: 'JP', dialCode: '81' },
    ...{ createdMs: 1, updatedMs: 2, staffId: null, reads: 0 },
  }
  const wire = staffRecordToWire(record)
  expect(wire).toEqual({
    ...{ kind: 'country', id: 9, published: 1, position: 2, texts: { en: { name: 'Japan' } } },
    fields: { countrycode: 'JP', telcode: '81' },
    ...{ createtime: 1, update_time: 2, staffid: null, readnum: 0 },
  })
  expect(calls['/staff/api/contentSave'].data.parse(wire)).toEqual(wire)
  expect(staffRecordFromWire(wire)).toEqual(record)
  expect(staffRecordToWire({ ...record, isPublished: false }).published).toBe(0)
})

it('a record is saved as a draft or published, a new one without an id', () => {
  const draft = { kind: 'banner', position: 1, texts: {}, fields: { picture: '/a' } } as const
  const body = saveContentToWire({ ...draft, id: null, isPublished: false })
  expect(body).toEqual({ kind: 'banner', published: 0, position: 1, texts: '{}', fields: '{"picurl":"/a"}' })
  const parsed = calls['/staff/api/contentSave'].request.parse(body)
  expect(saveContentFromWire(parsed)).toEqual({
    ...{ kind: 'banner', isPublished: false, position: 1, texts: '{}', fields: '{"picurl":"/a"}' },
  })
  expect(saveContentToWire({ ...draft, id: 5, isPublished: true })).toMatchObject({ id: 5, published: 1 })
})
