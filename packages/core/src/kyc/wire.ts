import { z } from 'zod'
import { call } from '../wire/call.ts'
import { instant, textField } from '../wire/fields.ts'
import { kycRejections } from './rules.ts'

/** Longer than any valid value, so that what is too long is refused in the order of the checks. */
const anyText = () => textField(4000).optional()

/** A look of staff at the record of a customer. */
const view = z.object({ time: instant, role: z.enum(['service', 'manager']) })

const record = z.object({
  username: z.string(),
  idcard: z.string(),
  forntpic: z.string().meta({ description: 'the picture, a link good for five minutes' }),
  reversepic: z.string().meta({ description: 'the picture, a link good for five minutes' }),
  status: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .meta({ description: '1 in review, 2 approved, 3 rejected' }),
  refuseremarke: z.string().nullable().meta({ description: 'the remark of staff, of a rejected one' }),
  reason: z.enum(kycRejections).nullable().meta({ description: 'why it was rejected' }),
  deadline: instant.meta({ description: 'until when it is decided' }),
  views: z.array(view).meta({ description: 'looks of staff at the record, the newest first, at most 100' }),
})

export const kycCalls = {
  '/api/user/queryKyc': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    summary:
      'My identity check with its state and every look of staff at it; null where I never handed one in.',
    request: z.strictObject({}),
    data: record.nullable(),
  }),
  '/api/user/saveOrUpdKyc': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary:
      'Hands in an identity check: name and number of a document and two different pictures of mine (uploadFile). Staff decide within 72 hours. 1006 where it is switched off for the account; 2003 with data.reason inReview, approved or unchanged.',
    request: z.strictObject({
      username: anyText().meta({ description: '1 to 100 characters' }),
      idcard: anyText().meta({ description: '3 to 40 letters, digits, spaces and hyphens' }),
      forntpic: anyText().meta({ description: 'the address of the front' }),
      reversepic: anyText().meta({ description: 'the address of the back' }),
    }),
    data: z.object({}),
    refusals: ['notAllowed', 'invalidField', 'invalidState'],
    example: {
      username: 'Ada Example',
      idcard: 'L01X00T47',
      forntpic: '/api/uploads/Vt0wZ1Jq2mXc3nBv4aSd5fGh6jKl7pOi',
      reversepic: '/api/uploads/Qw8eRt9yUi0oPa1sDf2gHj3kLz4xCv5b',
    },
  }),
} as const
