import { describeError } from '@glasshouse/core/errors/messages'
import { type ErrorCode, errorCodes } from '@glasshouse/core/errors/registry'
import type { FileRoute } from '../files.ts'
import { wireErrorNames } from './wireErrorNames.ts'

type Schema = Readonly<Record<string, unknown>>

/** Error codes of every call with a file. */
const refused: readonly ErrorCode[] = [
  'unauthenticated',
  'sessionRevoked',
  'invalidField',
  'tooManyRequests',
  'outOfRange',
  'internal',
]

const answer: Schema = {
  type: 'object',
  required: ['retCode', 'message', 'data'],
  properties: {
    retCode: { type: 'integer', description: '0 when done' },
    message: { type: 'string' },
    code: { type: 'integer', description: '200 when done, and absent otherwise' },
    url: { type: 'string', description: 'as in data' },
    data: { type: 'object', properties: { url: { type: 'string' } } },
  },
}

/** A call with a file in the OpenAPI document. */
export const fileOperation = ({ path, summary, field }: FileRoute): Schema => {
  const trouble = { $ref: '#/components/responses/Trouble' }
  const listed = refused.map((code) => `- ${errorCodes[code]}: ${describeError(code)}`).join('\n')
  const file = { type: 'string', format: 'binary' }
  return {
    operationId: path.slice(1).replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [path.split('/').at(-2) ?? 'api'],
    summary,
    description: `Unsigned.\n\nRefusals:\n\n${listed}`,
    security: [{ session: [] }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: [field], properties: { [field]: file } },
        },
      },
    },
    responses: {
      200: { description: 'done or refused', content: { 'application/json': { schema: answer } } },
      413: trouble,
      415: trouble,
      429: trouble,
      503: trouble,
    },
    'x-refusals': Object.fromEntries(refused.map((code) => [wireErrorNames[code], errorCodes[code]])),
  }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** A call with a file in the readable reference. */
export const fileSection = ({ path, summary, field, audience }: FileRoute, origin: string): string => {
  const listed = refused
    .map(
      (code) => `<tr><th scope="row">${errorCodes[code]}</th><td>${escaped(describeError(code))}</td></tr>`,
    )
    .join('')
  const example = `TOKEN='…the token of login…'\ncurl -s ${origin}${path} -H "Authorization: $TOKEN" -F ${field}=@picture.png`
  return `<section id="${path.slice(1).replaceAll('/', '-')}"><h3><code>${path}</code><span class="who">${audience === 'staff' ? 'staff' : 'signed in'}</span></h3>
<p>${escaped(summary)} The form is <code>multipart/form-data</code> with one part <code>${field}</code>, and unsigned.</p>
<h4>Refusals</h4><div class="wide"><table><tbody>${listed}</tbody></table></div>
<h4>Example</h4><pre tabindex="0"><code>${escaped(example)}</code></pre></section>`
}
