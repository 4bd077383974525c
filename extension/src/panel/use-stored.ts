import { useEffect, useState } from 'react';
import { watchValues } from '../store/storage.ts';

/** A stored value that follows its changes. `undefined` until it has been read once. */
export function useStored<Value>(
  area: 'local' | 'session',
  prefix: string,
  load: () => Promise<Value>,
): Value | undefined {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let isCurrent = true;
    let reads = 0;
    const read = async () => {
      reads += 1;
      const started = reads;
      const loaded = await load();
      // An older read that ends later must not replace a newer one.
      if (isCurrent && started === reads) setValue(loaded);
    };
    void read();
    const stop = watchValues(area, prefix, () => void read());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [area, prefix, load]);
  return value;
}
