"""Everything that writes code: types, names, text safety, trees and their locks."""
