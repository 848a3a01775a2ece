import { send } from '@glasshouse/ui/elements.fixture'
import { describe, expect, it, vi } from 'vitest'
import { enabledButtons, markupOf, partsOf, textOf } from '../../markup.fixture.tsx'
import { type Draft, emptyDraft, withText } from './draft.ts'
import { Editor } from './Editor.tsx'
import { MarkdownPreview } from './MarkdownPreview.tsx'
import { Fields, Texts } from './Parts.tsx'
import { Preview } from './Preview.tsx'

const notice = withText(withText(emptyDraft, 'en', 'title', 'Sunday'), 'en', 'content', 'From **2** to 3.')
const ignore = () => undefined

describe('the preview of a text', () => {
  it('shows paragraphs, lists, bold text and safe links, and nothing else as markup', () => {
    const markup = markupOf(
      <MarkdownPreview
        text={'One\ntwo\n\n- a **b**\n- [c](https://x.test)\n\n<i>no</i> [d](javascript:x)'}
      />,
    )
    const bare = markup.replace(/<\/?span>/g, '')
    expect(bare).toContain('<p>One<br/>two</p>')
    expect(markup.match(/<li>/g)).toHaveLength(2)
    expect(markup).toContain('<b>b</b>')
    expect(markup).toMatch(/href="https:\/\/x\.test"/)
    expect(bare).toContain('&lt;i&gt;no&lt;/i&gt; [d](javascript:x)')
    expect(markup).not.toContain('href="javascript')
  })
  it('is that of English where the language has none, and says so', () => {
    const shown = (draft: Draft, lang: 'en' | 'ru') =>
      textOf(<Preview kind="homeMsg" draft={draft} lang={lang} />)
    expect(shown(notice, 'en')).toBe('Sunday From 2 to 3.')
    expect(shown(notice, 'ru')).toBe('Not translated: visitors see English. Sunday From 2 to 3.')
    expect(shown(withText(notice, 'ru', 'title', 'Воскресенье'), 'ru')).not.toContain('Not translated')
    expect(shown(emptyDraft, 'ru')).toContain('Nothing is written yet')
  })
  it('of a country is its own name, else the standard one in the language of the visitor', () => {
    const japan: Draft = { ...emptyDraft, fields: { countryCode: 'JP', dialCode: '81' } }
    const shown = (draft: Draft, lang: 'en' | 'es') =>
      textOf(<Preview kind="country" draft={draft} lang={lang} />)
    expect([shown(japan, 'en'), shown(japan, 'es')]).toEqual(['Japan +81', 'Japón +81'])
    expect(shown(withText(japan, 'en', 'name', 'Nippon'), 'en')).toBe('Nippon +81')
    expect(shown(emptyDraft, 'en')).toContain('Which country is it?')
  })
  it('shows no link that could lead elsewhere than its words say', () => {
    const banner = (link: string): Draft => ({
      ...withText(emptyDraft, 'en', 'title', 'B'),
      fields: { place: '1:home', picture: '/api/uploads/a', link },
    })
    expect(textOf(<Preview kind="banner" draft={banner('/news')} lang="en" />)).toContain('leads to /news')
    expect(textOf(<Preview kind="banner" draft={banner('http://x.test')} lang="en" />)).not.toContain(
      'leads to',
    )
  })
})

describe('fields of a record', () => {
  const rule: Draft = {
    ...emptyDraft,
    fields: { part: 'rule', money: '1', streakMoney: '2', minAssets: '0' },
  }
  const labels = (draft: Draft) =>
    partsOf(Fields, { kind: 'signinRule', draft, onChange: ignore, wrong: null }).flatMap(({ props }) =>
      typeof props.label === 'string' ? [props.label] : [],
    )
  it('are those of its part: a total has no tier', () => {
    expect(labels(rule)).toEqual([
      ...['What it is', 'Assets from', 'Assets below', 'Reward', 'Times', 'Reward in a streak'],
    ])
    expect(labels({ ...rule, fields: { part: 'total' } })).toEqual(['What it is', 'Reward', 'Times'])
  })
  it('that a change hides are taken out of the draft, others stay', () => {
    const onChange = vi.fn()
    const parts = partsOf(Fields, { kind: 'signinRule', draft: rule, onChange, wrong: null })
    send(
      parts.find(({ props }) => props.label === 'What it is'),
      'onChange',
      'total',
    )
    expect(onChange.mock.calls[0]?.[0].fields).toEqual({ part: 'total', money: '1' })
    send(
      parts.find(({ props }) => props.label === 'Reward'),
      'onChange',
      ' 3 ',
    )
    expect(onChange.mock.calls[1]?.[0].fields).toEqual({ ...rule.fields, money: '3' })
  })
  it('are marked wrong only once something is in them', () => {
    const errors = (draft: Draft, wrong: string | null) =>
      partsOf(Fields, { kind: 'signinRule', draft, onChange: ignore, wrong }).flatMap(({ props }) =>
        props.error ? [props.label] : [],
      )
    expect(errors(rule, 'fields.money')).toEqual(['Reward'])
    expect(errors({ ...rule, fields: { part: 'rule' } }, 'fields.money')).toEqual([])
    expect(errors(rule, null)).toEqual([])
  })
})

describe('texts of a record', () => {
  it('count letters as people do and change one text of one language', () => {
    const onChange = vi.fn()
    const draft = withText(notice, 'ja', 'title', '日曜😀')
    const parts = partsOf(Texts, { kind: 'homeMsg', draft, lang: 'ja', onChange, wrong: null })
    const title = parts.find(({ props }) => props.label === 'Title')
    expect(title?.props).toMatchObject({
      value: '日曜😀',
      limits: expect.stringMatching(/^3 of /),
      lang: 'ja',
    })
    send(title, 'onChange', '日曜')
    expect(onChange.mock.calls[0]?.[0].texts).toEqual({ ...notice.texts, ja: { title: '日曜' } })
  })
})

describe('the editor', () => {
  type Record = NonNullable<Parameters<typeof Editor>[0]['record']>
  const saved = (isPublished: boolean) =>
    ({
      kind: 'homeMsg',
      id: 1,
      isPublished,
      position: 2,
      texts: notice.texts,
      fields: {},
    }) as unknown as Record
  const buttons = (record: Record | null, role?: 'service') =>
    enabledButtons(<Editor kind="homeMsg" record={record} />, {}, role)
  it('saves drafts of all members, and published records of managers only', () => {
    expect(buttons(saved(false))).toEqual(expect.arrayContaining(['Save as a draft', 'Delete']))
    expect(buttons(saved(false), 'service')).toContain('Save as a draft')
    expect(buttons(saved(true))).toContain('Save and publish')
    const others = buttons(saved(true), 'service')
    expect(others).not.toContain('Save and publish')
    expect(others).not.toContain('Delete')
    expect(textOf(<Editor kind="homeMsg" record={saved(true)} />, {}, 'service')).toContain(
      'Only managers can publish or edit published records',
    )
  })
  it('of a new record says first what is missing, and has nothing to delete', () => {
    expect(buttons(null)).not.toContain('Save as a draft')
    expect(textOf(<Editor kind="homeMsg" record={null} />)).toContain('Texts in English: missing')
    expect(buttons(null)).not.toContain('Delete')
  })
  it('tells of every language whether it is written, begun or not', () => {
    const begun = { ...saved(false), texts: { ...notice.texts, ja: { title: '日曜' } } } as Record
    const text = textOf(<Editor kind="homeMsg" record={begun} />)
    expect(text).toMatch(/English written/)
    expect(text).toMatch(/Japanese begun/)
    expect(text.match(/not written/g)).toHaveLength(7)
  })
})
