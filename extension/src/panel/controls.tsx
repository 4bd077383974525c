import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode } from 'react';
import { useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        {...input}
      />
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? 'error' : 'hint'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

export function Button({
  kind = 'plain',
  ...props
}: ButtonHTMLAttributes<HTMLButtonElement> & { kind?: 'main' | 'plain' | 'quiet' | 'danger' }) {
  return <button type="button" data-kind={kind} {...props} />;
}

/** A message with a heading. Problems are announced at once, everything else when there is time. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: 'info' | 'ok' | 'warn' | 'danger';
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
