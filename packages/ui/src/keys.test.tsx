import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { elementsOf, send } from './elements.fixture.tsx'
import { meaningsOf, NumberField, type NumberFieldProps } from './NumberField.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { Separator } from './Separator.tsx'
import { Tabs } from './Tabs.tsx'

const signs = { group: ',', decimal: '.' }
/** A key with the parts of its event that components read, and whether the page still gets it. */
const pressed = (key: string, more: object = {}) => ({
  ...{ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, defaultPrevented: false },
  preventDefault: vi.fn(),
  ...more,
})

describe('keys of a separator', () => {
  const separator = (more: Partial<Parameters<typeof Separator>[0]> = {}) => {
    const [onChange, onReset] = [vi.fn(), vi.fn()]
    const [line] = elementsOf(Separator, {
      ...{ label: 'Width', edge: 'left', value: 300, min: 200, max: 400, onChange, onReset },
      ...more,
    } as Parameters<typeof Separator>[0])
    return { line, onChange, onReset }
  }

  it.each([
    ['left', 'ArrowLeft', 316],
    ['left', 'ArrowRight', 284],
    ['right', 'ArrowRight', 316],
    ['right', 'ArrowLeft', 284],
    ['top', 'ArrowUp', 316],
    ['top', 'ArrowDown', 284],
    ['left', 'Home', 200],
    ['left', 'End', 400],
  ] as const)('at the %s edge %s sets %s', (edge, key, size) => {
    const { line, onChange } = separator({ edge })
    const event = pressed(key)
    send(line, 'onKeyDown', event)
    expect(onChange.mock.calls).toEqual([[size]])
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('returns to the usual size by Enter and by a double click', () => {
    const { line, onChange, onReset } = separator()
    send(line, 'onKeyDown', pressed('Enter'))
    send(line, 'onDoubleClick')
    expect(onReset).toHaveBeenCalledTimes(2)
    expect(onChange).not.toHaveBeenCalled()
  })

  it.each([
    ['left', 'ArrowUp'],
    ['top', 'ArrowLeft'],
    ['right', 'Tab'],
  ] as const)('at the %s edge leaves %s to the page', (edge, key) => {
    const { line, onChange, onReset } = separator({ edge })
    const event = pressed(key)
    send(line, 'onKeyDown', event)
    expect(event.preventDefault).not.toHaveBeenCalled()
    expect([onChange.mock.calls, onReset.mock.calls]).toEqual([[], []])
  })

  /** Drags the line from a point and returns what it did. */
  const drag = (edge: 'left' | 'right' | 'top', by: readonly [x: number, y: number], button = 0) => {
    const { line, onChange } = separator({ edge })
    const heard = new Map<string, (event: object) => void>()
    const element = {
      focus: vi.fn(),
      setPointerCapture: vi.fn(),
      addEventListener: (name: string, listen: () => void) => heard.set(name, listen),
      removeEventListener: (name: string) => heard.delete(name),
    }
    const down = { button, clientX: 50, clientY: 60, pointerId: 3, currentTarget: element }
    send(line, 'onPointerDown', { ...down, preventDefault: vi.fn() })
    heard.get('pointermove')?.({ clientX: 50 + by[0], clientY: 60 + by[1] })
    return { element, heard, onChange }
  }

  it.each([
    ['left', [-30, 0], 330],
    ['right', [30, 0], 330],
    ['top', [0, -30], 330],
    ['left', [0.4, 9], 300],
  ] as const)('at the %s edge follows a drag of %o to %s', (edge, by, size) => {
    const { element, onChange } = drag(edge, by)
    expect(onChange.mock.calls).toEqual([[size]])
    expect(element.setPointerCapture).toHaveBeenCalledWith(3)
    expect(element.focus).toHaveBeenCalledOnce()
  })

  it('never leaves its limits, however far it is dragged', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), (x) => {
        const [[size] = []] = drag('right', [x, 0]).onChange.mock.calls
        expect(size).toBe(Math.min(400, Math.max(200, 300 + x)))
      }),
      { numRuns: 30 },
    )
  })

  it('hears nothing after the drag, and nothing of another button', () => {
    const { heard } = drag('left', [0, 0])
    heard.get('lostpointercapture')?.({})
    expect([...heard.keys()]).toEqual([])
    expect(drag('left', [-30, 0], 2).onChange).not.toHaveBeenCalled()
  })
})

describe('keys of a number field', () => {
  const field = (more: Partial<NumberFieldProps> = {}) => {
    const [onChange, onStep] = [vi.fn(), vi.fn()]
    const props = { label: 'Price', signs, unclear: 'Which?', value: '100', onChange, onStep, ...more }
    const [input] = elementsOf(NumberField, props)
    return { input, onChange, onStep }
  }

  it.each([
    ['ArrowUp', {}, 1],
    ['ArrowDown', {}, -1],
    ['ArrowUp', { shiftKey: true }, 10],
    ['ArrowDown', { shiftKey: true }, -10],
    ['PageUp', {}, 10],
    ['PageDown', {}, -10],
  ])('%s with %o steps by %s and does not move the caret', (key, held, by) => {
    const { input, onStep } = field()
    const event = pressed(key, held)
    send(input, 'onKeyDown', event)
    expect(onStep.mock.calls).toEqual([[by]])
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it.each([
    ['ArrowUp', { altKey: true }],
    ['ArrowUp', { ctrlKey: true }],
    ['PageUp', { metaKey: true }],
    ['ArrowLeft', {}],
    ['5', {}],
    ['ArrowUp', { defaultPrevented: true }],
  ])('%s with %o steps nothing and stays with the browser', (key, held) => {
    const { input, onStep } = field()
    const event = pressed(key, held)
    send(input, 'onKeyDown', event)
    expect(onStep).not.toHaveBeenCalled()
    expect(event.preventDefault).not.toHaveBeenCalled()
  })

  it('leaves the arrows alone where it has no steps', () => {
    const event = pressed('ArrowUp')
    send(field({ onStep: undefined }).input, 'onKeyDown', event)
    expect(event.preventDefault).not.toHaveBeenCalled()
  })

  it('passes on plain text, the empty text, and what it cannot read with a mark', () => {
    const { input, onChange } = field({ unit: 'USDT' })
    for (const typed of ['1,234.5', '1,234.5 usdt', '', ' ', 'twelve', '10,5', '−3'])
      send(input, 'onChange', typed)
    expect(onChange.mock.calls.flat()).toEqual(['1234.5', '1234.5', '', '', '?twelve', '?10,5', '-3'])
  })

  it('offers each meaning of an ambiguous number instead of its error, and takes the chosen one', () => {
    const { input, onChange } = field({ value: '?10,5', error: 'Too small.' })
    expect(input?.props.error).toBe('Which?')
    const fixes = input?.props.fix as readonly { text: string; onUse: () => void }[]
    expect(fixes.map(({ text }) => text)).toEqual(['10.5', '105'])
    fixes[1]?.onUse()
    expect(onChange.mock.calls).toEqual([['105']])
  })

  it('keeps its own error and fix where the number is clear or is none', () => {
    const fix = { text: '50', onUse: () => undefined }
    for (const value of ['5', '?twelve', '']) {
      const { input } = field({ value, error: 'Too small.', fix })
      expect([input?.props.error, input?.props.fix]).toEqual(['Too small.', fix])
    }
  })

  it('knows the meanings of an ambiguous value only', () => {
    expect(meaningsOf('?10,5', signs)).toEqual(['10.5', '105'])
    expect(meaningsOf('?10,5 USDT', signs, 'USDT')).toEqual(['10.5', '105'])
    expect(meaningsOf('10.5', signs)).toBeNull()
    expect(meaningsOf('?ten', signs)).toBeNull()
  })
})

describe('keys of choices', () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))
  const tabs = options.map(({ value, label }) => ({ id: value, label }))
  const group = (value: string, role: 'radio' | 'tab') => {
    const onChange = vi.fn()
    const parts =
      role === 'radio'
        ? elementsOf(SegmentedControl<string>, { label: 'Kind', options, value, onChange })
        : elementsOf(Tabs<string>, { id: 'kinds', label: 'Kinds', tabs, value, onChange })
    const targets = options.map(() => ({ focus: vi.fn() }))
    const press = (key: string) => {
      const event = pressed(key, { currentTarget: { querySelectorAll: () => targets } })
      send(
        parts.find((part) => part.props.onKeyDown),
        'onKeyDown',
        event,
      )
      return event
    }
    const buttons = parts.filter((part) => part.props.role === role)
    return { press, onChange, buttons, focused: () => targets.map(({ focus }) => focus.mock.calls.length) }
  }

  describe.each(['radio', 'tab'] as const)('as %s', (role) => {
    it.each([
      ['c', 'ArrowRight', 'a', [1, 0, 0]],
      ['a', 'ArrowLeft', 'c', [0, 0, 1]],
      ['b', 'ArrowDown', 'c', [0, 0, 1]],
      ['c', 'Home', 'a', [1, 0, 0]],
      ['unknown', 'ArrowRight', 'b', [0, 1, 0]],
    ])('from %s %s chooses %s and moves the focus to it', (value, key, chosen, focus) => {
      const { press, onChange, focused } = group(value, role)
      expect(press(key).preventDefault).toHaveBeenCalledOnce()
      expect(onChange.mock.calls).toEqual([[chosen]])
      expect(focused()).toEqual(focus)
    })

    it('leaves other keys to the page', () => {
      const { press, onChange } = group('a', role)
      expect(press('Enter').preventDefault).not.toHaveBeenCalled()
      expect(onChange).not.toHaveBeenCalled()
    })

    it('chooses what is pressed', () => {
      const { buttons, onChange } = group('a', role)
      for (const button of buttons) send(button, 'onClick')
      expect(onChange.mock.calls.flat()).toEqual(['a', 'b', 'c'])
    })
  })
})
