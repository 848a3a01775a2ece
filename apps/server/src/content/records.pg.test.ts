import { dayOf } from '@glasshouse/core/calendar/days'
import { languages } from '@glasshouse/core/wire/languages'
import { testPlatform } from '@glasshouse/testkit/platform'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSampleContent } from '../practice/index.fixture.ts'
import { createReadCounter } from './service/published.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const ask = (path: string, fields: Fields = {}) => counter.ask(`/api/common/${path}`, fields)
const staff = (call: string, fields: Fields, token = counter.manager) =>
  counter.ask(`/staff/api/${call}`, fields, token)
const texts = (title: string, more: Record<string, Record<string, string>> = {}) =>
  JSON.stringify({ en: { title, content: `About ${title}.` }, ...more })
const write = async (kind: string, title: string, more: Fields = {}) => {
  const saved = await staff('contentSave', { kind, published: 1, texts: texts(title), ...more })
  expect(saved, title).toMatchObject({ retCode: 0 })
  return (saved.data as { id: number }).id
}
const titles = (data: unknown) => (data as { title: string }[]).map(({ title }) => title)

describe('an article', () => {
  it('is visible once it is published, in its language or in English', async () => {
    const ja = { ja: { title: '題', content: '本文' } }
    const id = await write('news', 'One', { published: 0, texts: texts('One', ja) })
    expect(await ask('news', { type: 7 })).toMatchObject({ data: [], total: 0 })
    expect((await ask('newinfo', { id, type: 7 })).retCode).toBe(1005)
    await write('news', 'One', { id, texts: texts('One', ja) })
    expect(titles((await ask('news', { type: 7 })).data)).toEqual(['One'])
    expect(titles((await ask('news', { type: 7, lang: 'ja' })).data)).toEqual(['題'])
    expect(titles((await ask('news', { type: 7, lang: 'ru' })).data)).toEqual(['One'])
    expect((await ask('news', { type: 5 })).total).toBe(0)
    await staff('contentDelete', { kind: 'news', id })
    expect((await ask('news', { type: 7 })).total).toBe(0)
  })
  it('has its neighbours, pages, and counts every read without changing its content', async () => {
    const ids: number[] = []
    for (const title of ['A', 'B', 'C']) ids.push(await write('faq', title))
    expect(titles((await ask('news', { type: 5 })).data)).toEqual(['C', 'B', 'A'])
    expect(await ask('news', { type: 5, pageNum: 2, pageSize: 2 })).toMatchObject({
      total: 3,
      data: [{ title: 'A' }],
    })
    const [, b = 0] = ids
    const info = await ask('newinfo', { id: b, type: 5 })
    expect(info.data).toMatchObject([
      { title: 'C', position: 'prev' },
      { title: 'B', position: 'current', readnum: 0 },
      { title: 'A', position: 'next' },
    ])
    await Promise.all(Array.from({ length: 30 }, () => ask('newinfo', { id: b, type: 5 })))
    await expect
      .poll(async () => (await ask('news', { type: 5 })).data)
      .toMatchObject([{}, { title: 'B', readnum: 31 }, {}])
  })
  it('deleted while it is read is not counted, and the others are', async () => {
    const { db } = counter.stage.database
    const { log } = testPlatform(counter.stage.database)
    const [gone, stays] = [await write('news', 'gone'), await write('news', 'stays')]
    await staff('contentDelete', { kind: 'news', id: gone })
    const reads = createReadCounter(db, log)
    for (const id of [gone, stays, stays]) reads.count(id)
    await reads.written()
    const { rows } =
      await sql`select record_id, readnum from content_read where record_id >= ${gone}`.execute(db)
    expect(rows).toEqual([{ record_id: stays, readnum: 2 }])
  })
})

describe('editing', () => {
  it('creates drafts for the role service; only managers publish', async () => {
    const save = (fields: Fields) =>
      staff('contentSave', { kind: 'homeMsg', texts: texts('N'), ...fields }, counter.service)
    expect((await save({ published: 1 })).retCode).toBe(1006)
    const draft = await save({ published: 0 })
    const { id } = draft.data as { id: number }
    expect((await save({ id, published: 0, texts: texts('M') })).retCode).toBe(0)
    await write('homeMsg', 'M', { id })
    expect((await save({ id, published: 0, texts: texts('hacked') })).retCode).toBe(1006)
    expect((await staff('contentDelete', { kind: 'homeMsg', id }, counter.service)).retCode).toBe(1006)
    expect(titles((await ask('homeMsg')).data)).toEqual(['M'])
  })
  it.each<[Fields, string]>([
    [{ texts: 'no json' }, 'texts'],
    [{ texts: '{}' }, 'texts.en'],
    [{ texts: texts('T', { xx: { title: 'T' } }) }, 'texts.xx'],
    [{ texts: '{"en":{"title":"T","content":"[x](javascript:alert(1))"}}' }, 'texts.en.content'],
    [{ texts: texts('T'), fields: '{"picurl":"http://example.com/x"}' }, 'fields.picurl'],
    [{ texts: texts('T'), fields: '[]' }, 'fields'],
    [{ texts: texts('T'), fields: '{"__proto__":"x"}' }, 'fields.__proto__'],
  ])('%j is rejected at %s', async (fields, field) => {
    expect(await staff('contentSave', { kind: 'news', published: 0, ...fields })).toMatchObject({
      retCode: 1001,
      data: { field },
    })
  })
  it('stores before and after in the audit log', async () => {
    const id = await write('news', 'before')
    await write('news', 'after', { id })
    await staff('contentDelete', { kind: 'news', id })
    const { data } = await staff('auditLog', { target: `news ${id}` })
    expect(data).toMatchObject([
      { action: 'contentDelete', before: { texts: { en: { title: 'after' } } }, after: null },
      { action: 'contentSave', before: { texts: { en: { title: 'before' } } } },
      { action: 'contentSave', before: null, after: { published: true } },
    ])
  })
  it('rejects a record of another kind or a deleted one', async () => {
    const id = await write('news', 'here')
    expect((await staff('contentSave', { kind: 'faq', id, published: 0, texts: texts('x') })).retCode).toBe(
      1005,
    )
    expect((await staff('contentDelete', { kind: 'faq', id })).retCode).toBe(1005)
  })
})

describe('positions', () => {
  it('menus and banners are shown at their place, in order', async () => {
    const item = (kind: string, title: string, place: string, position: number, more: object = {}) =>
      write(kind, title, {
        position,
        texts: JSON.stringify({ en: { title } }),
        fields: JSON.stringify({ place, link: '/', ...more }),
      })
    await item('nav', 'Second', '2', 2)
    await item('nav', 'Download', '2', 1)
    await item('nav', 'Elsewhere', '1', 0)
    expect((await ask('nav', { bartype: 2 })).data).toEqual([
      { name: 'Download', url: '/' },
      { name: 'Second', url: '/' },
    ])
    await item('banner', 'Home', '1:home', 0, { picurl: '/pictures/a.png' })
    expect((await ask('banner', { bannertype: 1, code: 'home' })).data).toEqual([
      { picurl: '/pictures/a.png', link: '/', title: 'Home' },
    ])
    expect((await ask('banner', { bannertype: 1, code: 'else' })).data).toEqual([])
  })
  it('about is empty until it is written, and exists once', async () => {
    expect((await ask('about')).data).toMatchObject({ name: '', email: '', products: [] })
    const { database, clock } = counter.stage
    const platform = testPlatform(database, clock)
    expect(await loadSampleContent(platform)).toBe(true)
    expect(await loadSampleContent(platform)).toBe(false)
    for (const lang of languages) {
      const { data } = await ask('about', { lang })
      expect(data, lang).toMatchObject({
        email: 'hello@glasshouse.test',
        name: expect.stringContaining('Glasshouse'),
      })
    }
    const about = { en: { title: 'X', riskNotice: 'R', content: 'C' } }
    const second = {
      kind: 'about',
      published: 1,
      texts: JSON.stringify(about),
      fields: '{"email":"a@b.test"}',
    }
    expect((await staff('contentSave', second)).retCode).toBe(2003)
  })
  it('the sample is complete in nine languages and marked as a sample', async () => {
    const { rows } = await sql<{ kind: string; texts: Record<string, object> }>`
      select kind, texts from content_record where staff_id is null and kind not in ('country', 'aiRule')`.execute(
      counter.stage.database.db,
    )
    const counted = Map.groupBy(rows, ({ kind }) => kind)
    expect(Object.fromEntries([...counted].map(([kind, of]) => [kind, of.length]))).toEqual({
      ...{ about: 1, nav: 1, homeMsg: 1, news: 12, faq: 12, plan: 1, task: 5, signinRule: 7 },
    })
    for (const { kind, texts: said } of rows)
      if (kind !== 'nav') expect(Object.keys(said).sort(), kind).toEqual([...languages].sort())
    expect(JSON.stringify(rows.find(({ kind }) => kind === 'about'))).toContain('sample')
  })
})

describe('plans, teams, certificates and placeholders', () => {
  const picture = '/pictures/none.png'
  const certificate = {
    issuer: 'Issuer',
    issued: '20260301',
    source: 'https://issuer.test/1',
    picurl: picture,
  }
  const save = (kind: string, fields: object, more: object = {}) =>
    staff('contentSave', {
      kind,
      published: 1,
      texts: JSON.stringify({ en: { title: 'T', content: 'C' } }),
      fields: JSON.stringify(fields),
      ...more,
    })
  it('are published with a closed set of fields; a certificate needs issuer, day, source and picture', async () => {
    await sql`delete from content_record where kind = 'plan'`.execute(counter.stage.database.db)
    expect((await save('plan', { year: '2027' })).retCode).toBe(0)
    expect((await save('plan', { year: '2026' })).retCode).toBe(0)
    for (const [fields, field] of [
      [{}, 'fields.year'],
      [{ year: '27' }, 'fields.year'],
      [{ year: '2027', roi: '97.7' }, 'fields.roi'],
    ] as const)
      expect(await save('plan', fields)).toMatchObject({ retCode: 1001, data: { field } })
    const name = { texts: JSON.stringify({ en: { name: 'Team', content: 'C' } }) }
    expect((await save('team', { product: '3' }, name)).retCode).toBe(0)
    expect(await save('team', { product: '97.7' }, name)).toMatchObject({ data: { field: 'fields.product' } })
    const typed = (content: string) => ({
      ...{ published: 0, texts: JSON.stringify({ en: { name: 'Team 7', content } }) },
    })
    const figures = typed('Team 7 trades for some of {metric:customers} customers.')
    expect((await save('team', {}, figures)).retCode).toBe(0)
    for (const content of ['97.7 % won', 'Gains of ９７ %'])
      expect(await save('team', {}, typed(content))).toMatchObject({
        retCode: 1001,
        data: { field: 'texts.en.content' },
      })
    const title = { texts: JSON.stringify({ en: { title: 'Cover' } }) }
    expect((await save('certificate', certificate, title)).retCode).toBe(0)
    for (const [name, wrong] of [
      ['issuer', ''],
      ['issued', '20260230'],
      ['source', 'http://issuer.test'],
      ['source', '/about'],
      ['picurl', 'https://issuer.test/x.png'],
      ['picurl', ''],
    ] as const)
      expect(await save('certificate', { ...certificate, [name]: wrong }, title)).toMatchObject({
        retCode: 1001,
        data: { field: `fields.${name}` },
      })
    expect((await save('testimonial', {})).data).toMatchObject({ field: 'kind' })
    expect(await ask('about')).toMatchObject({
      data: {
        plans: [{ year: 2026 }, { year: 2027, title: 'T' }],
        teams: [{ name: 'Team', product: 3 }],
        certificates: [{ title: 'Cover', ...certificate }],
      },
    })
  })
  it('are replaced when read, dated, not known below ten customers; unknown names are refused', async () => {
    const content = 'From {setting:cash_min} USDT. {metric:customers} customers since {metric:since}.'
    const write = (content: string) =>
      save('faq', {}, { texts: JSON.stringify({ en: { title: 'T', content } }) })
    for (const wrong of ['{metric:profit}', '{setting:security_contact}', '{setting:none}', '{ METRIC : x }'])
      expect(await write(wrong)).toMatchObject({ retCode: 1001, data: { field: 'texts.en.content' } })
    const { id } = (await write(content)).data as { id: number }
    const read = async (lang: string) => {
      const { data } = await ask('newinfo', { id, type: 5, lang })
      return (data as { content: string; position: string }[]).find(({ position }) => position === 'current')
        ?.content
    }
    expect(await read('en')).toBe('From 50 USDT. — customers since —.')
    expect((await staff('configSet', { key: 'cash_min', value: '1000' })).retCode).toBe(0)
    for (let n = 0; n < 10; n += 1) await counter.newcomer()
    counter.stage.clock.tick(11 * 60_000)
    expect(await read('en')).toMatch(
      /^From 1,000 USDT\. \d\d \(\d+ \w+ \d{4}\) customers since 1 Jan 1970\.$/,
    )
    expect(await read('ru')).toMatch(/^From 1\s000 USDT/)
  })
})

describe('a campaign', () => {
  it('is the one of the day, from its first to its last day, and never two on a day', async () => {
    const { clock } = counter.stage
    const dayMs = 86_400_000
    const today = clock.business()
    const save = (title: string, from: number, to: number, more: Fields = {}) =>
      staff('contentSave', {
        kind: 'campaign',
        published: 1,
        texts: texts(title),
        fields: JSON.stringify({
          from: dayOf(today + from * dayMs),
          to: dayOf(today + to * dayMs),
          link: '/signIn',
        }),
        ...more,
      })
    const shown = async () => ((await ask('about')).data as { campaign: { title: string } | null }).campaign
    expect(await shown()).toBeNull()
    expect(await save('Backwards', 2, 1)).toMatchObject({ retCode: 1001, data: { field: 'fields.to' } })
    const first = await save('First', 1, 2)
    expect(first.retCode).toBe(0)
    expect((await save('Second', 2, 3)).retCode).toBe(2003)
    expect((await save('Draft', 2, 3, { published: 0 })).retCode).toBe(0)
    expect((await save('Second', 3, 3)).retCode).toBe(0)
    expect(await shown()).toBeNull()
    clock.advance(dayMs)
    const from = dayOf(today + dayMs)
    const to = dayOf(today + 2 * dayMs)
    expect(await shown()).toMatchObject({
      title: 'First',
      content: 'About First.',
      from,
      to,
      link: '/signIn',
    })
    clock.advance(dayMs)
    expect(await shown()).toMatchObject({ title: 'First' })
    clock.advance(dayMs)
    expect(await shown()).toMatchObject({ title: 'Second' })
    clock.advance(dayMs)
    expect(await shown()).toBeNull()
  })
})
