import { Autocomplete, type AutocompleteProps } from '@mantine/core';

interface Props extends Pick<AutocompleteProps, 'value' | 'error' | 'onChange' | 'description'> {
  models: string[];
  /** Called when the field gets the focus. */
  onUse: () => void;
}

/** Suggests the models of the provider, and takes any other text too. */
export const ModelInput = ({ models, onUse, ...input }: Props) => (
  <Autocomplete
    label="Model"
    name="model"
    autoComplete="off"
    spellCheck={false}
    data={models}
    filter={({ options, search }) => {
      const text = search.trim().toLowerCase();
      // A chosen model does not hide the others.
      if (models.includes(search.trim())) return options;
      return options.filter((option) => 'label' in option && matches(option.label, text));
    }}
    onFocus={onUse}
    // In the region of the page, for screen readers.
    comboboxProps={{ withinPortal: false }}
    {...input}
  />
);

const matches = (model: string, text: string): boolean => model.toLowerCase().includes(text);
