import { type ComponentProps, useState } from 'react';
import { acceptOf } from '#lib/rules/forms/chosen-file.ts';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onDrop'> {
  formats: readonly string[];
  onFile?: (file: File) => void;
}

/**
 * A file field that covers the button around it, so that presses, keys and dropped files reach the field itself. Without
 * the code it looks like a field, and shows the name of the chosen file.
 */
export function FileInput({ formats, onFile, ...rest }: FileInputProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <input
      {...rest}
      type="file"
      className="file-field absolute inset-0 w-full min-w-0 h-full px-2 content-center border-[1.5px] border-dashed border-outline rounded-[inherit] text-[0.875rem] opacity-0 cursor-pointer file:min-h-11 file:me-3 file:px-4 file:border-0 file:rounded-pill file:bg-tint file:text-tint-content file:font-semibold file:cursor-pointer noscript:static noscript:h-auto noscript:p-2 noscript:rounded-box noscript:opacity-100"
      accept={acceptOf(formats)}
      data-over={isOver || undefined}
      onDragEnter={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={() => setIsOver(false)}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (!file) return;
        // Allows choosing the same file again.
        target.value = '';
        onFile?.(file);
      }}
    />
  );
}
