import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button, type ButtonProps } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { CommandDialog, type CommandDialogProps } from './CommandDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { EvidenceButton } from './EvidenceButton.tsx'
import { elementsOf, send } from './elements.fixture.tsx'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { Pager } from './Pager.tsx'
import { PercentPicker } from './PercentPicker.tsx'
import { Select } from './Select.tsx'
import { Sheet } from './Sheet.tsx'
import { StepSlider } from './StepSlider.tsx'
import { saveFile } from './saveFile.tsx'
import { Table } from './Table.tsx'
import { Toggle } from './Toggle.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a press on a button', () => {
  const press = (props: ButtonProps) => {
    const onClick = vi.fn()
    const button = elementsOf(Button, { children: 'Save', onClick, ...props }).find(
      ({ type }) => type === 'button',
    )
    const event = { preventDefault: vi.fn() }
    send(button, 'onClick', event)
    return { ran: onClick.mock.calls.length, stopped: event.preventDefault.mock.calls.length }
  }

  it('runs its action', () => {
    expect(press({})).toEqual({ ran: 1, stopped: 0 })
    expect(press({ reason: null, busy: false })).toEqual({ ran: 1, stopped: 0 })
  })

  it.each([{ busy: 'Saving' }, { busy: () => 'Saving' }, { reason: true }, { reason: 'Nothing changed.' }])(
    'does nothing and submits nothing with %o',
    (props) => {
      expect(press(props)).toEqual({ ran: 0, stopped: 1 })
    },
  )
})

describe('a press on a choice', () => {
  it('of pages asks for the page before and the page after', () => {
    const onPage = vi.fn()
    const props = {
      label: 'Pages',
      summary: '',
      page: 4,
      pages: 7,
      previous: 'Previous',
      next: 'Next',
      onPage,
    }
    for (const part of elementsOf(Pager, props)) if (part.type === IconButton) send(part, 'onClick')
    expect(onPage.mock.calls.flat()).toEqual([3, 5])
  })

  it('of percentages passes on the step, not its text', () => {
    const onPick = vi.fn()
    const parts = elementsOf(PercentPicker, { label: 'Share', value: null, onPick })
    for (const part of parts) if (part.type === 'button') send(part, 'onClick')
    expect(onPick.mock.calls.flat()).toEqual([25, 50, 75, 100])
  })

  it('of a switch and a checkbox passes on the state that follows', () => {
    const heard = vi.fn()
    for (const on of [true, false]) {
      const [toggle] = elementsOf(Toggle, { on, onChange: heard, children: 'AI' })
      send(toggle, 'onClick')
    }
    const box = elementsOf(Checkbox, { checked: false, onChange: heard, children: 'Read' })
    send(
      box.find(({ type }) => type === 'input'),
      'onChange',
      { target: { checked: true } },
    )
    expect(heard.mock.calls.flat()).toEqual([false, true, true])
  })

  it('of a select passes on known values only', () => {
    const onChange = vi.fn()
    const options = [{ value: 'a', label: 'A' }] as const
    const parts = elementsOf(Select<'a'>, { label: 'Wallet', options, value: 'a', onChange })
    const list = parts.find(({ type }) => type === 'select')
    for (const value of ['b', 'a', '']) send(list, 'onChange', { target: { value } })
    expect(onChange.mock.calls.flat()).toEqual(['a'])
  })

  it('of a slider passes on the value at the place, and nothing beyond its ends', () => {
    const onChange = vi.fn()
    const values = [2, 5, 10]
    const parts = elementsOf(StepSlider, { label: 'Leverage', values, value: 5, format: String, onChange })
    const range = parts.find(({ type }) => type === 'input')
    for (const valueAsNumber of [0, 2, 3, Number.NaN, -1])
      send(range, 'onChange', { target: { valueAsNumber } })
    expect(onChange.mock.calls.flat()).toEqual([2, 10])
  })

  it('on the evidence icon opens the receipt', () => {
    const onClick = vi.fn()
    const [mark] = elementsOf(EvidenceButton, { label: 'Receipt', onClick })
    send(mark, 'onClick')
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('on the icon of a toggle button does not submit the form around it, and says its state', () => {
    const [button] = elementsOf(IconButton, { icon: 'heart', label: 'Pin', on: true })
    expect(button?.props).toMatchObject({ type: 'button', 'aria-pressed': true, title: 'Pin' })
  })
})

describe('typing into a field', () => {
  it('passes on the text as typed, and needs no listener', () => {
    const onChange = vi.fn()
    const input = (props: object) =>
      elementsOf(Field, { label: 'Name', value: '', ...props }).find(({ type }) => type === 'input')
    send(input({ onChange }), 'onChange', { target: { value: ' a ' } })
    expect(onChange.mock.calls).toEqual([[' a ']])
    expect(() => send(input({}), 'onChange', { target: { value: 'a' } })).not.toThrow()
  })
})

describe('a command dialog', () => {
  const dialog = (props: Partial<CommandDialogProps> = {}) => {
    const [onAct, onClose] = [vi.fn(), vi.fn()]
    const all: CommandDialogProps = {
      ...{ title: 'Withdraw?', closeLabel: 'Close', cancelLabel: 'Keep', act: 'Withdraw', busy: false },
      ...{ onAct, onClose },
      ...props,
    }
    const parts = elementsOf(CommandDialog, all)
    const submit = () => {
      const event = { preventDefault: vi.fn(), stopPropagation: vi.fn() }
      send(
        parts.find(({ type }) => type === 'form'),
        'onSubmit',
        event,
      )
      return event
    }
    const buttons = parts.filter(({ type }) => type === Button)
    return { parts, submit, buttons, onAct, onClose }
  }

  it('sends once and submits neither the page nor the form that opened it', () => {
    const { submit, onAct } = dialog()
    const event = submit()
    expect(onAct).toHaveBeenCalledOnce()
    expect(event.preventDefault).toHaveBeenCalledOnce()
    expect(event.stopPropagation).toHaveBeenCalledOnce()
  })

  it.each([
    ['busy', { busy: 'Sending' }, 0],
    ['locked silently', { reason: true }, 0],
    ['locked with a sentence', { reason: 'Say why.' }, 0],
    ['locked with an empty sentence', { reason: '' }, 0],
    ['not locked', { reason: null }, 1],
    ['not locked', { reason: false }, 1],
  ])('%s: Enter in a field sends %o %s times', (_state, props, times) => {
    const { submit, onAct } = dialog(props)
    submit()
    expect(onAct).toHaveBeenCalledTimes(times)
  })

  it('closes by its cancel button and when the dialog is left, not when it opens', () => {
    const { parts, buttons, onClose } = dialog()
    const frame = parts.find(({ type }) => type === Dialog)
    send(frame, 'onOpenChange', true)
    expect(onClose).not.toHaveBeenCalled()
    send(frame, 'onOpenChange', false)
    send(buttons[0], 'onClick')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('does not count the second press of a double click', () => {
    const { buttons } = dialog()
    const stopped = [1, 2, 3].map((detail) => {
      const event = { detail, preventDefault: vi.fn() }
      send(buttons[1], 'onClick', event)
      return event.preventDefault.mock.calls.length
    })
    expect(stopped).toEqual([0, 1, 1])
  })

  it('names the form of the button that sends', () => {
    const { parts, buttons } = dialog()
    const id = parts.find(({ type }) => type === 'form')?.props.id
    expect(id).toBeTruthy()
    expect(buttons[1]?.props).toMatchObject({ type: 'submit', form: id, variant: 'primary' })
  })
})

describe('a sheet', () => {
  const sheet = (open: boolean) => {
    const onOpenChange = vi.fn()
    const parts = elementsOf(Sheet, {
      ...{ label: 'Order', open, onOpenChange, raise: 'Raise', lower: 'Lower', strip: 'strip', foot: 'foot' },
      children: 'content',
    })
    const grip = parts.find(({ type }) => type === 'button')
    const at = (clientY: number, timeStamp: number, pointerId = 1) => ({
      ...{ clientY, timeStamp, pointerId },
      currentTarget: { setPointerCapture: vi.fn() },
    })
    const drag = (
      by: number,
      ms: number,
      pointer = 1,
      last: 'onPointerUp' | 'onPointerCancel' = 'onPointerUp',
    ) => {
      send(grip, 'onPointerDown', at(100, 0))
      send(grip, 'onPointerMove', at(100 + by, ms, pointer))
      send(grip, last, at(100 + by, ms, pointer))
    }
    return { frame: parts[0], grip, drag, heard: onOpenChange.mock.calls }
  }

  it('is lowered by Esc while it is raised, unless something in it took the key', () => {
    const raised = sheet(true)
    send(raised.frame, 'onKeyDown', { key: 'Escape', defaultPrevented: true })
    send(raised.frame, 'onKeyDown', { key: 'Enter', defaultPrevented: false })
    expect(raised.heard).toEqual([])
    send(raised.frame, 'onKeyDown', { key: 'Escape', defaultPrevented: false })
    expect(raised.heard).toEqual([[false]])
    const lowered = sheet(false)
    send(lowered.frame, 'onKeyDown', { key: 'Escape', defaultPrevented: false })
    expect(lowered.heard).toEqual([])
  })

  it('is lowered by a long drag, and the click that ends the drag counts nothing', () => {
    const { grip, drag, heard } = sheet(true)
    drag(100, 2000)
    send(grip, 'onClick')
    expect(heard).toEqual([[false]])
    send(grip, 'onClick')
    expect(heard).toEqual([[false], [false]])
  })

  it.each([
    ['a short drag', 40, 2000, 1, 'onPointerUp'],
    ['a tap', 4, 10, 1, 'onPointerUp'],
    ['another finger', 100, 2000, 2, 'onPointerUp'],
    ['a drag that the browser takes over', 100, 2000, 1, 'onPointerCancel'],
  ] as const)('stays as it is after %s', (_name, by, ms, pointer, last) => {
    const { drag, heard } = sheet(true)
    drag(by, ms, pointer, last)
    expect(heard).toEqual([])
  })

  it('is raised by a tap on its grip and by a drag upwards', () => {
    const tapped = sheet(false)
    tapped.drag(2, 50)
    send(tapped.grip, 'onClick')
    expect(tapped.heard).toEqual([[true]])
    const dragged = sheet(false)
    dragged.drag(-100, 500)
    expect(dragged.heard).toEqual([[true]])
  })

  it('names its grip by what it does', () => {
    expect(sheet(true).grip?.props).toMatchObject({ 'aria-label': 'Lower', 'aria-expanded': true })
    expect(sheet(false).grip?.props).toMatchObject({ 'aria-label': 'Raise', 'aria-expanded': false })
  })
})

describe('a press on a row of a table', () => {
  it('opens the row, but not beside it when a control of the row is meant', () => {
    /** Only what `closest` finds is asked of the target. */
    class Target {
      readonly #control: object | null
      constructor(control: object | null) {
        this.#control = control
      }
      closest = () => this.#control
    }
    vi.stubGlobal('Element', Target)
    const onRow = vi.fn()
    const columns = [{ id: 'name', head: 'Name', cell: (name: string) => name }]
    const parts = (more: object) =>
      elementsOf(Table<string>, {
        ...{ caption: 'Names', columns, rows: ['a', 'b'], rowKey: (name: string) => name, empty: null },
        ...more,
      })
    const [, ...rows] = parts({ onRow }).filter(({ type }) => type === 'tr')
    send(rows[1], 'onClick', { target: new Target(null) })
    send(rows[0], 'onClick', { target: new Target({}) })
    expect(onRow.mock.calls).toEqual([['b']])
    const [, still] = parts({}).filter(({ type }) => type === 'tr')
    expect(() => send(still, 'onClick', { target: new Target(null) })).not.toThrow()
  })
})

describe('saving a file', () => {
  it('offers the blob under its name and gives the address back a second later', () => {
    vi.useFakeTimers()
    const link = { href: '', download: '', click: vi.fn() }
    const address = { createObjectURL: vi.fn(() => 'blob:1'), revokeObjectURL: vi.fn() }
    vi.stubGlobal('document', { createElement: () => link })
    vi.stubGlobal('URL', address)
    const blob = new Blob(['a'])
    saveFile(blob, 'queue.csv')
    expect(address.createObjectURL).toHaveBeenCalledWith(blob)
    expect(link).toMatchObject({ href: 'blob:1', download: 'queue.csv' })
    expect(link.click).toHaveBeenCalledOnce()
    expect(address.revokeObjectURL).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(address.revokeObjectURL).toHaveBeenCalledWith('blob:1')
  })
})
