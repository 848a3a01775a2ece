import { send } from '@glasshouse/ui/elements.fixture'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { markupOf, partsOf, textOf } from '../markup.fixture.tsx'
import { managerOnlyReason } from '../me.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CopyableText } from './CopyableText.tsx'
import { RecordList } from './RecordList.tsx'

describe('a command that is confirmed', () => {
  type Props = Parameters<typeof ConfirmDialog>[0]
  const opened = (change: Partial<Props> = {}) => {
    const [dialog] = partsOf(ConfirmDialog, {
      ...{ title: 'Move', act: 'Move it', busy: false, problem: null, consequence: 'Money moves.' },
      ...{ onAct: vi.fn(), onClose: vi.fn() },
      ...change,
    } as Props)
    return dialog
  }
  it('is locked with its reason, which stands beside the button too', () => {
    expect(opened({ locked: 'Say why.' })?.props).toMatchObject({ reason: true, hint: 'Say why.' })
    // An empty reason locks where a field itself says what is wrong.
    expect(opened({ locked: '' })?.props).toMatchObject({ reason: true, hint: undefined })
    expect(opened({ locked: null })?.props).toMatchObject({ reason: undefined, hint: undefined })
    expect(opened()?.props.reason).toBeUndefined()
  })

  it('names its effect, its problem and what runs; what cannot be undone has a button of its own colour', () => {
    expect(opened({ danger: true, problem: 'Refused.', busy: 'Moving' })?.props).toMatchObject({
      ...{ variant: 'danger', problem: 'Refused.', busy: 'Moving', description: 'Money moves.' },
    })
    expect(opened()?.props.variant).toBe('primary')
  })

  it('acts and closes by the handlers it was given, each once', () => {
    const [onAct, onClose] = [vi.fn(), vi.fn()]
    const dialog = opened({ onAct, onClose })
    send(dialog, 'onAct')
    send(dialog, 'onClose')
    expect([onAct.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
  })
})

describe('text to copy', () => {
  it('is whole in its title and in what is copied, however it is shown', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 80, unit: fc.constantFrom(...'abc019xT') }),
        (text) => {
          for (const whole of [true, false]) {
            expect(markupOf(<CopyableText text={text} what="Hash" whole={whole} />)).toContain(
              `title="${text}"`,
            )
            const writeText = vi.fn(() => Promise.resolve())
            vi.stubGlobal('navigator', { clipboard: { writeText } })
            const [button] = partsOf(CopyableText, { text, what: 'Hash', whole })
            send(button, 'onClick')
            vi.unstubAllGlobals()
            expect(writeText).toHaveBeenCalledWith(text)
          }
        },
      ),
      { numRuns: 20 },
    )
    expect(textOf(<CopyableText text={'a'.repeat(64)} what="Hash" />)).toBe('Copy Hash aaaaaa…aaaaaa')
  })
})

describe('a list of records', () => {
  const list = (change: object) => (
    <RecordList<{ readonly id: number }>
      name="rows"
      caption="Rows"
      list={{ data: undefined, problem: null, reload: () => undefined, ...change }}
      rowKey={({ id }) => id}
      empty={{ icon: 'rows', title: 'Nothing yet' }}
      columns={[{ id: 'id', title: 'Id', value: ({ id }) => id }]}
    />
  )
  it('is empty only when it has arrived empty, and a failure is never shown as emptiness', () => {
    expect(textOf(list({ data: [] }))).toContain('Nothing yet')
    expect(textOf(list({}))).not.toContain('Nothing yet')
    const failed = textOf(list({ problem: 'Network exception, try again later' }))
    expect(failed).toContain('Network exception')
    expect(failed).not.toContain('Nothing yet')
  })

  it('has pages only where the server pages it', () => {
    const pages = { total: 45, page: 2, pageSize: 20, onPage: () => undefined }
    expect(textOf(list({ data: [{ id: 1 }], pages }))).toContain('21 to 40 of 45')
    expect(textOf(list({ data: [{ id: 1 }] }))).not.toContain(' of 45')
  })
})

it('what is for managers is closed to every other role, with the reason', () => {
  const of = (role: 'manager' | 'service') =>
    managerOnlyReason({ role } as Parameters<typeof managerOnlyReason>[0])
  expect([of('manager'), of('service')]).toEqual([null, 'Managers only'])
})
