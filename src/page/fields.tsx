/** Form fields, each with its label. */
import type { ComponentChildren, VNode } from 'preact';
import { usePage } from './page-context.ts';

/** A choice among a few options. */
export function Choice<Key extends string>(props: {
  label: string;
  value: string;
  options: Readonly<Record<Key, string>>;
  onChange: (value: Key) => void;
}): VNode {
  const { label, value, options, onChange } = props;
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Key)}>
        {Object.entries<string>(options).map(([key, text]) => (
          <option value={key}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** A text of several lines. */
export function Words(props: {
  label: string;
  /** Gets the focus when the view opens. */
  'data-first'?: boolean;
  name?: string;
  rows: number;
  required?: boolean;
  value: string;
  onChange: (value: string) => void;
}): VNode {
  const { label, onChange, ...area } = props;
  return (
    <label>
      {label}
      <textarea {...area} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  );
}

/** A check box, or one radio button of several, with its text. */
export function Check(props: {
  /** The group of a radio button; absent for a check box. */
  among?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ComponentChildren;
}): VNode {
  const { among, checked, onChange, children } = props;
  return (
    <label class="check">
      <input
        type={among === undefined ? 'checkbox' : 'radio'}
        name={among}
        required={among !== undefined}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** The name of the person, the same in every place that asks for it. */
export function NameField({ label, required = false }: { label: string; required?: boolean }): VNode {
  const { name, setName } = usePage();
  return (
    <label>
      {label}
      <input
        name="name"
        autocomplete="name"
        maxLength={80}
        required={required}
        // A space is no name.
        pattern=".*\S.*"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </label>
  );
}

/** A number that may be left to the configuration. */
export function Amount(props: {
  label: string;
  value: string;
  step?: string;
  onChange: (value: string) => void;
}): VNode {
  const { label, value, step = '1', onChange } = props;
  return (
    <label>
      {label}
      <input
        type="number"
        min={step === '1' ? 1 : 0}
        step={step}
        placeholder="as configured"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
