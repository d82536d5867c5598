//! Short lists that change mostly at their end. Elements are moved one by one: `memmove` is a call, which takes longer in
//! WebAssembly even where nothing moves.

/// Inserts an element at an index.
#[inline]
pub fn put_at<T>(list: &mut Vec<T>, at: usize, element: T) {
    list.push(element);
    for place in (at + 1..list.len()).rev() {
        list.swap(place - 1, place);
    }
}

/// Removes the element at an index and returns it.
#[inline]
pub fn take_at<T>(list: &mut Vec<T>, at: usize) {
    debug_assert!(at < list.len(), "{at} of {}", list.len());
    for place in at + 1..list.len() {
        list.swap(place - 1, place);
    }
    list.pop();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_elements_keep_their_order() {
        let mut list = vec![1, 2, 4];
        put_at(&mut list, 2, 3);
        put_at(&mut list, 4, 5);
        assert_eq!(list, [1, 2, 3, 4, 5]);
        take_at(&mut list, 4);
        take_at(&mut list, 0);
        assert_eq!(list, [2, 3, 4]);
    }
}
