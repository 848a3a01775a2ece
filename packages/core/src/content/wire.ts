import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, instant, pagingFields, textField, wholeField } from '../wire/fields.ts'
import { contentKinds } from './records.ts'

const setting = z.object({
  key: z.string(),
  value: z.string(),
  kind: z.enum(['whole', 'amount', 'text']),
  min: z.string(),
  max: z.string(),
  fallback: z.string(),
  meaning: z.string(),
  public: z.boolean().meta({ description: 'anybody may read it with getKeys' }),
  needsTwo: z.boolean().meta({ description: 'it changes only when a second manager asks for the same' }),
  changed: instant.nullable().meta({ description: 'null while it was never changed' }),
})

const article = z.object({
  id: z.number().int(),
  title: z.string(),
  content: z
    .string()
    .meta({ description: 'plain text: paragraphs, lists with -, **bold**, [links](https://…)' }),
  update_time: instant,
  readnum: z.number().int(),
})
const contentRow = z.object({
  kind: z.enum(contentKinds),
  id: z.number().int(),
  published: z.number().int(),
  position: z.number().int(),
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  fields: z.record(z.string(), z.string()),
  createtime: instant,
  update_time: instant,
  staffid: z.number().int().nullable().meta({ description: 'who wrote it last; null: the sample' }),
  readnum: z.number().int(),
})
const kind = z.enum(contentKinds)

export const contentCalls = {
  '/api/common/nav': call({
    audience: 'visitor',
    summary: 'Lists the links of a menu; the item named Download holds the link of the app.',
    request: z.strictObject({ bartype: wholeField(1, 99) }),
    data: z.array(z.object({ name: z.string(), url: z.string() })),
    example: { bartype: 2 },
  }),
  '/api/common/banner': call({
    audience: 'visitor',
    summary: 'Lists the pictures that turn at a place; without code, those of all places of the type.',
    request: z.strictObject({ bannertype: wholeField(1, 99), code: textField(30).optional() }),
    data: z.array(z.object({ picurl: z.string(), link: z.string(), title: z.string() })),
    example: { bannertype: 1, code: 'home' },
  }),
  '/api/common/about': call({
    audience: 'visitor',
    summary:
      'Tells who runs this: name, contact, risk notice, profile, products, plans by year (intended, not promised), teams, certificates and the campaign that runs today.',
    request: z.strictObject({}),
    data: z.object({
      name: z.string(),
      email: z.string(),
      riskNotice: z.string(),
      profile: z.string(),
      products: z.array(z.object({ title: z.string(), content: z.string(), picurl: z.string() })),
      plans: z.array(
        z.object({ id: z.number().int(), year: z.number().int(), title: z.string(), content: z.string() }),
      ),
      teams: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          content: z.string(),
          product: z
            .number()
            .int()
            .nullable()
            .meta({ description: 'copy product whose computed record belongs to it' }),
        }),
      ),
      certificates: z.array(
        z.object({
          id: z.number().int(),
          title: z.string(),
          issuer: z.string(),
          issued: z.string().meta({ description: 'yyyymmdd' }),
          source: z.string().meta({ description: 'https page of the issuer that shows it' }),
          picurl: z.string(),
        }),
      ),
      campaign: z
        .object({
          id: z.number().int(),
          title: z.string(),
          content: z.string(),
          from: z.string().meta({ description: 'first day, yyyymmdd' }),
          to: z.string().meta({ description: 'last day, yyyymmdd' }),
          link: z.string().meta({ description: 'empty without one' }),
        })
        .nullable()
        .meta({ description: 'null while none runs; it pays nothing by itself' }),
      social: z.object({ facebook: z.string(), twitter: z.string(), youtube: z.string() }),
    }),
  }),
  '/api/common/homeMsg': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists the notices of the home page.',
    request: z.strictObject({ ...pagingFields(['createtime', 'id']) }),
    data: z.array(
      z.object({ id: z.number().int(), title: z.string(), content: z.string(), createtime: instant }),
    ),
  }),
  '/api/common/news': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists articles: type 5 questions and answers, 7 news.',
    request: z.strictObject({ type: choiceField([5, 7]), ...pagingFields(['update_time', 'id']) }),
    data: z.array(article.extend({ subtitle: z.string(), picthumb: z.string(), picurl: z.string() })),
    example: { type: 7, pageNum: 1, pageSize: 9 },
  }),
  '/api/common/newinfo': call({
    audience: 'visitor',
    summary:
      'Returns an article between the one before and the one after it in the list, and counts the read.',
    request: z.strictObject({ id: wholeField(1), type: choiceField([5, 7]) }),
    data: z.array(article.extend({ position: z.enum(['prev', 'current', 'next']) })),
    refusals: ['notFound'],
    example: { id: 1, type: 7 },
  }),
  '/staff/api/contentList': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary:
      'Lists what the operator wrote of a kind, drafts included, in every language; with an id only this one.',
    request: z.strictObject({
      kind,
      id: wholeField(1).optional(),
      ...pagingFields(['position', 'id'], 'id'),
    }),
    data: z.array(contentRow),
    example: { kind: 'news' },
  }),
  '/staff/api/contentSave': call({
    audience: 'staff',
    requiredRole: 'service',
    managerFields: { published: ['1'] },
    changes: true,
    summary:
      'Writes a record, a new one without an id. English is a must; another language is whole or absent; a country needs no text. `{setting:<public key>}` and `{metric:customers|since|volume30|loserate}` are replaced when read; another name is 1001. Links lead to https or into this product. Published tiers of `signinRule` do not overlap, and a task or country is published once (2003 with the other `id`). The role service writes drafts; a manager publishes.',
    request: z.strictObject({
      kind,
      id: wholeField(1).optional(),
      published: choiceField([0, 1]),
      position: wholeField(0, 1_000_000).default(0).meta({ description: 'smaller ones come first' }),
      texts: textField(400_000).meta({ description: 'JSON: language → name → text' }),
      fields: textField(4000).default('{}').meta({ description: 'JSON: name → value' }),
    }),
    data: contentRow,
    refusals: ['notAllowed', 'notFound', 'invalidField', 'invalidState'],
    example: {
      kind: 'homeMsg',
      published: 0,
      texts: '{"en":{"title":"Maintenance","content":"On Sunday from 2 to 3."}}',
    },
  }),
  '/staff/api/contentDelete': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary: 'Deletes a record; what it said stays in the audit log. Managers only.',
    request: z.strictObject({ kind, id: wholeField(1) }),
    data: z.object({}),
    refusals: ['notAllowed', 'notFound'],
    example: { kind: 'news', id: 1 },
  }),
  '/api/common/getKeys': call({
    audience: 'visitor',
    summary: 'Returns the values of public settings by their keys; unknown and secret keys are absent.',
    request: z.strictObject({ keys: textField(1000).meta({ description: 'a comma list' }) }),
    data: z.record(z.string(), z.string()),
    example: { keys: 'risk_gate' },
  }),
  '/staff/api/configList': call({
    audience: 'staff',
    requiredRole: 'service',
    summary: 'Lists every setting with its value, range and meaning.',
    request: z.strictObject({}),
    data: z.array(setting),
  }),
  '/staff/api/configSet': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Changes a setting within its range; managers only. Kept with its history. Where `needsTwo` is true it waits until a second manager asks for the same value within 24 hours.',
    request: z.strictObject({ key: textField(64), value: textField(2000) }),
    data: setting.extend({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
      approvals: z
        .literal(1)
        .optional()
        .meta({ description: 'there while it waits for a second manager who asks for the same' }),
    }),
    refusals: ['notAllowed', 'notFound', 'outOfRange', 'invalidState'],
    example: { key: 'risk_gate', value: '1' },
  }),
  '/staff/api/configHistory': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary: 'Lists who changed which setting from what to what and when, newest first.',
    request: z.strictObject({ key: textField(64).optional(), ...pagingFields(['id']) }),
    data: z.array(
      z.object({
        id: z.number().int(),
        key: z.string(),
        before: z.string(),
        after: z.string(),
        staffid: z.number().int(),
        time: instant,
      }),
    ),
    refusals: ['notFound'],
  }),
} as const
